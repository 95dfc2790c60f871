import { beforeEach, expect, test } from 'vitest';
import { recorded } from '../run/recorded.fixture';
import type { RunState } from '../run/state';
import { Player, SPEEDS, type Frames } from './player.svelte';
import { Timeline } from './timeline';

/** Animation frames that come when the spec says so. */
class HandFrames implements Frames {
  private waiting: ((now: number) => void) | null = null;
  private now = 0;

  request(callback: (now: number) => void): number {
    this.waiting = callback;
    return 1;
  }

  cancel(): void {
    this.waiting = null;
  }

  get asked(): boolean {
    return this.waiting !== null;
  }

  pass(milliseconds: number): void {
    this.now += milliseconds;
    const draw = this.waiting;
    this.waiting = null;
    draw?.(this.now);
  }
}

let frames: HandFrames;
let shown: RunState[];
let player: Player;

/** Eleven records, half a second apart. */
beforeEach(async () => {
  const records = recorded(
    Array.from({ length: 11 }, () => ({ kind: 'phase_changed', phase: 'training' }) as const),
  );
  const header = { kind: 'recording', version: 1, run_id: 'run-1', allranks_version: '1.2.3' } as const;
  const timeline = await Timeline.of({ header, records, complete: true }, () => Promise.resolve());
  frames = new HandFrames();
  shown = [];
  player = new Player(timeline, (run) => shown.push(run), frames);
});

test('it plays at the pace of the run, from the beginning to the end, and stops there', () => {
  player.play();
  frames.pass(0);
  frames.pass(1000);
  expect(player.at).toBe(1);
  expect(shown.at(-1)?.lastSeq).toBe(3);
  frames.pass(9000);
  expect(player.at).toBe(5);
  expect(shown.at(-1)?.lastSeq).toBe(11);
  expect(player.playing).toBe(false);
  expect(frames.asked).toBe(false);
});

test('it plays faster and slower, between a quarter and sixteen times', () => {
  player.play();
  frames.pass(0);
  player.faster();
  frames.pass(1000);
  expect(player.at).toBe(2);
  SPEEDS.forEach(() => player.slower());
  expect(player.speed).toBe(0.25);
  frames.pass(1000);
  expect(player.at).toBe(2.25);
  SPEEDS.forEach(() => player.faster());
  expect(player.speed).toBe(16);
});

test('a pause keeps the place, and time that passes in it does not count', () => {
  player.play();
  frames.pass(0);
  frames.pass(1000);
  player.pause();
  frames.pass(60_000);
  expect(player.at).toBe(1);
  player.play();
  frames.pass(60_000);
  frames.pass(500);
  expect(player.at).toBe(1.5);
});

test('scrubbing goes anywhere, back too, and draws once a frame', () => {
  player.seek(4);
  player.seek(2);
  player.seek(3);
  expect(shown).toEqual([]);
  frames.pass(16);
  expect(shown.map(({ lastSeq }) => lastSeq)).toEqual([7]);
  player.seek(1);
  frames.pass(16);
  expect(shown.at(-1)?.lastSeq).toBe(3);
  player.seek(99);
  expect(player.at).toBe(5);
  player.seek(-1);
  expect(player.at).toBe(0);
});

test('a moment without a new record draws nothing anew', () => {
  player.seek(1);
  frames.pass(16);
  player.seek(1.2);
  frames.pass(16);
  expect(shown).toHaveLength(1);
});

test('a step goes to the record after, or to the one before', () => {
  player.seek(1);
  player.step(1);
  expect(player.at).toBe(1.5);
  player.seek(1.7);
  player.step(-1);
  expect(player.at).toBe(1.5);
  player.step(-1);
  expect(player.at).toBe(1);
});

test('play at the end begins anew', () => {
  player.seek(5);
  frames.pass(16);
  player.play();
  frames.pass(16);
  expect(player.at).toBe(0);
  expect(player.playing).toBe(true);
});

test('what is closed draws nothing more', () => {
  player.play();
  player.close();
  frames.pass(16);
  expect(shown).toEqual([]);
});
