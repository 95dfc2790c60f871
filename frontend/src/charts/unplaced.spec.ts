import { expect, test } from 'vitest';
import { lossOf } from './columns.fixture';
import { unplacedWords } from './unplaced';

const LOSS = lossOf([
  [0, 1, 0],
  [0, 2, 3],
  [1, 1, -1],
]);

test('values that a log scale cannot show are counted, without those of muted ranks', () => {
  expect(unplacedWords([LOSS], new Set())).toEqual([
    '2 values of loss at or below 0 have no place on the log scale.',
  ]);
  expect(unplacedWords([LOSS], new Set([1]))).toEqual([
    'One value of loss at or below 0 has no place on the log scale.',
  ]);
});

test('nothing is said where nothing is left out', () => {
  expect(unplacedWords([lossOf([[0, 1, 3]])], new Set())).toEqual([]);
});
