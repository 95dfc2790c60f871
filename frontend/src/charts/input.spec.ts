import { expect, test } from 'vitest';
import { nearestValue, ranksOf, readable, timeRange, type ChartInput } from './input';

function inputWith(times: number[], marks: ChartInput['marks'] = []): ChartInput {
  const byRank = new Map([
    [2, [1, undefined]],
    [0, [undefined, 1]],
  ]);
  const columns = {
    name: 'loss',
    times,
    attempts: [1, 1],
    byRank,
    points: new Map<number, number>(),
    marks: [],
  };
  return { columns, marks, bands: [], wasted: [], pauses: [], muted: new Set(), logarithmic: false };
}

test('ranks are listed in order, not in the order of their first report', () => {
  expect(ranksOf(inputWith([0, 1]).columns)).toEqual([0, 2]);
});

test('a mark after the last report is still in sight', () => {
  const [from, to] = timeRange(inputWith([10, 20], [{ at: 30, kind: 'failure', rank: 1 }]));
  expect(from).toBeLessThan(10);
  expect(to).toBeGreaterThan(30);
});

test('a single report has room around it', () => {
  expect(timeRange(inputWith([5, 5]))).toEqual([4.5, 5.5]);
});

test('the nearest value is found on both sides and never in a break', () => {
  expect(nearestValue([undefined, 5, undefined, undefined, 7], 2)).toBe(1);
  expect(nearestValue([undefined, null, undefined, 7], 0)).toBe(3);
  expect(nearestValue([undefined, null], 0)).toBeNull();
});

test.each([
  [3, '3'],
  [0.123456, '0.1235'],
  [0.5, '0.5'],
  [1234.5678, '1235'],
  [0.0000123, '1.23e-5'],
  [0, '0'],
])('%d reads as %s', (value, text) => {
  expect(readable(value)).toBe(text);
});
