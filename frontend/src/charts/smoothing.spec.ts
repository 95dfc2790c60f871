import { expect, test } from 'vitest';
import { lossOf } from './columns.fixture';
import { reportsOf, smoothed, smoothingWords } from './smoothing';
import { push } from '../run/numbers';

function smooth(losses: [loss: number, attempt?: number][], weight: number): number[] {
  const series = lossOf(losses.map(([loss, attempt], at) => [0, at, loss, attempt])).byRank.get(0);
  if (!series) throw new Error('nothing was reported');
  return [...smoothed(series, weight).subarray(0, series.values.length)];
}

test('each value is drawn towards those before it, and the first is not drawn to 0', () => {
  const [first, second] = smooth([[4], [2]], 0.5);
  expect(first).toBe(4);
  expect(second).toBeCloseTo((0.5 * 0.5 * 4 + 0.5 * 2) / 0.75);
});

test('what does not change is not changed', () => {
  for (const value of smooth([[3], [3], [3]], 0.99)) expect(value).toBeCloseTo(3);
});

test('a new attempt begins anew', () => {
  expect(
    smooth(
      [
        [100, 1],
        [100, 1],
        [2, 2],
      ],
      0.9,
    )[2],
  ).toBeCloseTo(2);
});

test('a value that is not finite stays, and those after it know nothing of it', () => {
  const values = smooth([[3], [NaN], [3], [Infinity]], 0.9);
  expect(values[1]).toBeNaN();
  expect(values[2]).toBeCloseTo(3);
  expect(values[3]).toBe(Infinity);
});

test('a series that grew is smoothed as if it had been whole', () => {
  const long = Array.from({ length: 300 }, (_, at): [number] => [Math.sin(at)]);
  const loss = lossOf(long.slice(0, 200).map(([value], at) => [0, at, value]));
  const series = loss.byRank.get(0);
  if (!series) throw new Error('nothing was reported');
  smoothed(series, 0.9);
  for (const [value] of long.slice(200)) push(series.values, value);
  expect([...smoothed(series, 0.9).subarray(0, 300)]).toEqual(smooth(long, 0.9));
});

test('how much it is smoothed is said in reports', () => {
  expect([0.5, 0.9, 0.99].map(reportsOf)).toEqual([2, 10, 100]);
  expect(smoothingWords(0.9)).toContain('about 10 reports (weight 0.9)');
});
