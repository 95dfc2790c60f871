import { expect, test } from 'vitest';
import { ticks } from './ticks';

test.each([
  [0, 10, 6, [0, 2, 4, 6, 8, 10]],
  [0.13, 0.97, 6, [0.2, 0.4, 0.6, 0.8]],
  [3, 3.05, 5, [3, 3.01, 3.02, 3.03, 3.04, 3.05]],
  [0, 300, 6, [0, 50, 100, 150, 200, 250, 300]],
])('between %d and %d stand round numbers', (from, to, most, expected) => {
  expect(ticks(from, to, most)).toEqual(expected);
});

test('a moment has none', () => {
  expect(ticks(2, 2, 6)).toEqual([]);
});
