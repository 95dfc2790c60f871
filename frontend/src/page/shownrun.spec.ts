import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyRun, type RunState } from '../run/state';
import { ShownRun } from './shownrun.svelte';
import type { Visibility } from './visibility';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('what is drawn is always the newest, and what is read follows it a few times a second', () => {
  const shown = new ShownRun();
  const states = [1, 2, 3].map((lastSeq) => ({ ...emptyRun('run'), lastSeq }));
  for (const state of states) shown.follow(state);
  expect(shown.drawn?.lastSeq).toBe(3);
  expect(shown.read?.lastSeq).toBe(1);
  vi.runAllTimers();
  expect(shown.read?.lastSeq).toBe(3);
});

test('a run that was left does not come back', () => {
  const shown = new ShownRun();
  shown.follow(emptyRun('run'));
  shown.follow(emptyRun('run'));
  shown.set(null);
  vi.runAllTimers();
  expect([shown.drawn, shown.read]).toEqual([null, null]);
});

test('another run is read and drawn at once', () => {
  const shown = new ShownRun();
  shown.follow(emptyRun('run'));
  shown.set(emptyRun('other'));
  shown.follow({ ...emptyRun('other'), lastSeq: 1 });
  expect(shown.read?.lastSeq).toBe(1);
});

/** A page that is hidden and shown as the spec says. */
class Tab implements Visibility {
  hidden = false;
  private readonly called: (() => void)[] = [];

  whenShown(shown: () => void): void {
    this.called.push(shown);
  }

  show(): void {
    this.hidden = false;
    for (const shown of this.called) shown();
  }
}

function at(lastSeq: number): RunState {
  return { ...emptyRun('run'), lastSeq };
}

test('nothing is drawn or written while the page is hidden, and all of it at once when it is shown', () => {
  const tab = new Tab();
  const shown = new ShownRun(tab);
  shown.follow(at(1));
  tab.hidden = true;
  for (const lastSeq of [2, 3, 4]) shown.follow(at(lastSeq));
  vi.runAllTimers();
  expect([shown.drawn?.lastSeq, shown.read?.lastSeq]).toEqual([1, 1]);
  tab.show();
  expect([shown.drawn?.lastSeq, shown.read?.lastSeq]).toEqual([4, 4]);
});

test('the end of a run is not waited with: progress is kept also when nobody looks', () => {
  const tab = new Tab();
  const shown = new ShownRun(tab);
  tab.hidden = true;
  shown.follow(at(1));
  const end = { end: 'completed', sentence: 'It ended.', exitCode: 0, time: 1 } as const;
  shown.follow({ ...at(2), end });
  expect(shown.read?.lastSeq).toBe(2);
});

test('a page that is shown while another run is there does not bring the old one back', () => {
  const tab = new Tab();
  const shown = new ShownRun(tab);
  tab.hidden = true;
  shown.follow(at(5));
  shown.set(emptyRun('other'));
  tab.show();
  expect([shown.drawn?.runId, shown.read?.runId]).toEqual(['other', 'other']);
});
