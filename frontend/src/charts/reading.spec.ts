import { expect, test } from 'vitest';
import { lossOf } from './columns.fixture';
import { IN_TIME } from './input.fixture';
import { lastValues, readingAt, readingBeside, rowOf, valuesOf } from './reading';
import { REPORT } from './xaxis';

/** Rank 1 is late, and so late with its second report that it is nearer to the third of rank 0. */
const LOSS = lossOf([
  [0, 1, 4],
  [1, 1.2, 5],
  [0, 2, 3],
  [1, 2.9, 6],
  [0, 3, 2],
  [0, 6, 1, 2],
]);
const ALL = new Set<number>();

test('the values are those of one report, not those that happen to be nearest', () => {
  const reading = readingAt(LOSS, IN_TIME, ALL, 2.1);
  expect(reading).toEqual({ attempt: 1, report: 2, x: 2, seconds: 2 });
  expect(reading && valuesOf(LOSS, IN_TIME, ALL, reading)).toEqual([
    { rank: 0, x: 2, value: 3 },
    { rank: 1, x: 2.9, value: 6 },
  ]);
});

test('the nearest report of any rank that is not muted is read', () => {
  expect(readingAt(LOSS, IN_TIME, ALL, 2.85)?.report).toBe(2);
  expect(readingAt(LOSS, IN_TIME, new Set([1]), 2.85)?.report).toBe(3);
  expect(readingAt(LOSS, IN_TIME, new Set([0, 1]), 2.85)).toBeNull();
});

test('a rank that did not make the report is missing', () => {
  expect(valuesOf(LOSS, IN_TIME, ALL, { attempt: 1, report: 3 })).toEqual([{ rank: 0, x: 3, value: 2 }]);
});

test('one steps from report to report, over attempts, and not past the ends', () => {
  const first = readingBeside(LOSS, IN_TIME, ALL, null, 1);
  expect(first?.report).toBe(1);
  const last = readingBeside(LOSS, IN_TIME, ALL, first, Infinity);
  expect(last).toEqual({ attempt: 2, report: 1, x: 6, seconds: 6 });
  expect(readingBeside(LOSS, IN_TIME, ALL, last, 1)).toEqual(last);
  expect(readingBeside(LOSS, IN_TIME, ALL, last, -1)).toMatchObject({ attempt: 1, report: 3 });
  expect(readingBeside(LOSS, IN_TIME, ALL, null, -1)).toEqual(last);
  expect(readingBeside(LOSS, IN_TIME, ALL, null, -Infinity)).toEqual(first);
});

test('the newest value of each rank is its own', () => {
  expect(lastValues(LOSS, { choice: REPORT, by: null }, ALL)).toEqual([
    { rank: 0, x: 1, value: 1 },
    { rank: 1, x: 2, value: 6 },
  ]);
});

test('a report that was not made has no row', () => {
  const series = LOSS.byRank.get(1);
  if (!series) throw new Error('rank 1 reported nothing');
  expect([rowOf(series, 1, 2), rowOf(series, 1, 3), rowOf(series, 2, 1)]).toEqual([1, null, null]);
});
