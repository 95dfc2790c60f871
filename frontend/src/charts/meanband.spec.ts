import { expect, test } from 'vitest';
import { lossOf } from './columns.fixture';
import { IN_TIME } from './input.fixture';
import { meanBand } from './meanband';
import { REPORT } from './xaxis';
import { type Numbers, push } from '../run/numbers';

function listed(numbers: Numbers): number[] {
  return [...numbers.array.subarray(0, numbers.length)];
}

const LOSS = lossOf([
  [0, 1, 4],
  [1, 1.2, 6],
  [0, 2, 2],
  [1, 2.5, 4],
  [0, 3, 1],
]);

test('a report is where its last rank made it, with the mean, the least and the most', () => {
  const band = meanBand(LOSS, IN_TIME, new Set());
  expect(listed(band.xs)).toEqual([1.2, 2.5, 3]);
  expect(listed(band.values)).toEqual([5, 3, 1]);
  expect(listed(band.low)).toEqual([4, 2, 1]);
  expect(listed(band.high)).toEqual([6, 4, 1]);
});

test('a muted rank counts for nothing', () => {
  const band = meanBand(LOSS, IN_TIME, new Set([0]));
  expect([band.ranks, listed(band.values)]).toEqual([[1], [6, 4]]);
});

test('laid out by report, attempts are stretches of their own', () => {
  const loss = lossOf([
    [0, 1, 4],
    [0, 2, 3],
    [0, 5, 8, 2],
    [1, 5, 4, 2],
  ]);
  const band = meanBand(loss, { choice: REPORT, by: null }, new Set());
  expect(listed(band.xs)).toEqual([1, 2, 1]);
  expect(listed(band.values)).toEqual([4, 3, 6]);
  expect(band.stretches.map(({ from }) => from)).toEqual([0, 2]);
});

test('where a rank has no number the mean is none', () => {
  const band = meanBand(
    lossOf([
      [0, 1, NaN],
      [1, 1, 2],
    ]),
    IN_TIME,
    new Set(),
  );
  expect(listed(band.values)).toEqual([NaN]);
});

test('it grows with the run and is worked out once for what there is', () => {
  const loss = lossOf([[0, 1, 4]]);
  const before = meanBand(loss, IN_TIME, new Set());
  expect(meanBand(loss, IN_TIME, new Set())).toBe(before);
  const series = loss.byRank.get(0);
  if (!series) throw new Error('nothing was reported');
  for (const numbers of [series.times, series.numbers, series.values]) push(numbers, 2);
  expect(listed(meanBand(loss, IN_TIME, new Set()).values)).toEqual([4, 2]);
});
