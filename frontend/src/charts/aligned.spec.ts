import { expect, test } from 'vitest';
import { aligned } from './aligned';

test('lines with their own x are one table in the order of x, and share the rows of an equal x', () => {
  const table = aligned([
    { xs: [1, 3], ys: [10, 11] },
    { xs: [1, 2, 4], ys: [20, null, 22] },
  ]);
  expect(table).toEqual([
    [1, 2, 3, 4],
    [10, undefined, 11, undefined],
    [20, null, undefined, 22],
  ]);
});

test('several points of a line at one x keep their order', () => {
  expect(
    aligned([
      { xs: [1, 1], ys: [null, 5] },
      { xs: [1], ys: [7] },
    ]),
  ).toEqual([
    [1, 1],
    [null, 5],
    [7, undefined],
  ]);
});

test('without lines there are no rows', () => {
  expect(aligned([])).toEqual([[]]);
});
