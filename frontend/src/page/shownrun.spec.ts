import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyRun } from '../run/state';
import { ShownRun } from './shownrun.svelte';

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
