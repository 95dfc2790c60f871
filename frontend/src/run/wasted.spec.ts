import { expect, test } from 'vitest';
import { fold, group, loaded, report, SAVED } from './recovering.fixture';
import { wastedWords, wastedWork } from './wasted';

test('what was reported after the checkpoint is lost work, once another attempt came', () => {
  const first = [group(1), report(0, 0), report(1, 0), SAVED, report(0, 1), report(1, 1), report(0, 2)];
  expect(wastedWork(fold(...first))).toEqual([]);
  expect(wastedWork(fold(...first, group(2)))).toEqual([
    { attempt: 1, from: 2, to: 3.5, reports: 2, why: 'after' },
  ]);
});

test('without the checkpoint being loaded, all of the attempt is lost', () => {
  const run = fold(group(1), report(0, 0), SAVED, report(0, 1), group(2), loaded(0, null));
  expect(wastedWork(run)).toEqual([{ attempt: 1, from: 0.5, to: 2, reports: 2, why: 'not loaded' }]);
});

test('nothing is lost when the checkpoint was the last that happened', () => {
  expect(wastedWork(fold(group(1), report(0, 0), SAVED, group(2)))).toEqual([]);
});

test('it is said why work was lost', () => {
  const words = (...events: Parameters<typeof fold>): string[] =>
    wastedWork(fold(...events)).map(wastedWords);
  const head = [group(1), report(0, 0)];
  expect(words(...head, group(2))).toEqual([
    '1 report of attempt 1, 0.5 s, was lost, as no checkpoint had been saved',
  ]);
  expect(words(...head, SAVED, report(0, 1), group(2), loaded(0, null))).toEqual([
    '2 reports of attempt 1, 1.5 s, were lost, as the next attempt loaded no checkpoint',
  ]);
  expect(words(...head, SAVED, report(0, 1), group(2))).toEqual([
    '1 report of attempt 1, 0.5 s, came after the checkpoint and was lost',
  ]);
});
