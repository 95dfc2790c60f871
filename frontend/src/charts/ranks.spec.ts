import { expect, test } from 'vitest';
import { rankStyle } from './ranks';

test('no two of the first 32 ranks look the same', () => {
  const looks = Array.from({ length: 32 }, (_, rank) => JSON.stringify(rankStyle(rank)));
  expect(new Set(looks).size).toBe(32);
});

test('neighbours differ by more than colour', () => {
  expect(rankStyle(0).dash).not.toEqual(rankStyle(1).dash);
});
