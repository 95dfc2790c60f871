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
    [20, null, null, 22],
  ]);
});

test('a break reaches from one point of its line to the next, whatever rows of other lines lie between', () => {
  expect(
    aligned([
      { xs: [1, 4, 4, 6], ys: [10, null, 13, 14] },
      { xs: [2, 3, 5], ys: [20, 21, 22] },
    ]).slice(1),
  ).toEqual([
    [10, null, null, null, 13, undefined, 14],
    [undefined, 20, 21, undefined, undefined, 22, undefined],
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
