import { expect, test } from 'vitest';
import { nearestValue, ranksOf, readable } from './input';

test('ranks are listed in order, not in the order of their first report', () => {
  const columns = {
    name: 'loss',
    times: [0, 1],
    attempts: [1, 1],
    byRank: new Map([
      [2, [1, undefined]],
      [0, [undefined, 1]],
    ]),
    points: new Map(),
    marks: [],
  };
  expect(ranksOf(columns)).toEqual([0, 2]);
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
