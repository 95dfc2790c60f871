import { expect, test } from 'vitest';
import { grouped } from './grouped';

test('what has one key is together, in the order of first sight', () => {
  expect([...grouped([3, 1, 4, 5], (number) => number % 2)]).toEqual([
    [1, [3, 1, 5]],
    [0, [4]],
  ]);
});
