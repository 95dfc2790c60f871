// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import type { Event } from '../protocol';
import { fold, group } from '../run/recovering.fixture';
import { keyMove } from './chartkeys';
import { Curves } from './curves.svelte';
import { TimeAxis } from './timeaxis.svelte';

function report(index: number): Event {
  const head = {
    kind: 'metrics_reported',
    attempt: 1,
    rank: 0,
    with_checkpoint: false,
    other_types: {},
  } as const;
  return { ...head, index, metrics: { loss: 1 }, reported_at: 0 };
}

let curves: Curves;

beforeEach(() => {
  const run = fold(group(1), ...Array.from({ length: 40 }, (_, index) => report(index)));
  const memory = { get: () => null, set: () => undefined };
  curves = new Curves(() => run, new TimeAxis(() => run), memory);
});

function press(key: string, part: KeyboardEventInit = {}): boolean {
  return keyMove(new KeyboardEvent('keydown', { key, ...part }), curves);
}

test('arrows read one report after the other, pages ten, Home and End the ends', () => {
  const read: (number | undefined)[] = [];
  for (const key of ['ArrowRight', 'ArrowRight', 'PageDown', 'ArrowLeft', 'PageUp', 'End', 'Home']) {
    expect(press(key)).toBe(true);
    read.push(curves.reading?.report);
  }
  expect(read).toEqual([1, 2, 12, 11, 1, 40, 1]);
});

test('plus and minus zoom, Shift and an arrow move, 0 shows the whole', () => {
  press('+');
  const zoomed = curves.axis.range;
  expect(curves.axis.following).toBe(false);
  press('ArrowRight', { shiftKey: true });
  expect(curves.axis.range?.from).toBeGreaterThan(zoomed?.from ?? Infinity);
  expect(curves.reading).toBeNull();
  press('0');
  expect(curves.axis.following).toBe(true);
  press('=');
  press('-');
  expect(curves.axis.following).toBe(true);
});

test('Escape ends the reading, then the zoom, and then is not ours', () => {
  press('+');
  press('ArrowRight');
  expect([press('Escape'), curves.reading, curves.axis.following]).toEqual([true, null, false]);
  expect([press('Escape'), curves.axis.following]).toEqual([true, true]);
  expect(press('Escape')).toBe(false);
});

test.each([
  ['a', {}],
  ['Tab', {}],
  ['ArrowRight', { ctrlKey: true }],
  ['0', { metaKey: true }],
])('%s with %o is not ours', (key, part) => {
  expect(press(key, part)).toBe(false);
});
