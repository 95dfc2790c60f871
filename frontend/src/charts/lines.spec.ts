import { expect, test } from 'vitest';
import { columnsOf, lossOf } from './columns.fixture';
import { IN_TIME } from './input.fixture';
import { linesOf } from './lines';
import { REPORT, xAxis } from './xaxis';

const LOSS = lossOf([
  [1, 1, 4],
  [0, 1, 3],
  [0, 2, 2],
  [0, 5, 3, 2],
]);

test('in time each rank is one line, broken where a new attempt begins', () => {
  const lines = linesOf(LOSS, IN_TIME, new Set());
  expect(lines.map(({ rank, spans, past }) => ({ rank, spans, past }))).toEqual([
    {
      rank: 0,
      spans: [
        [0, 2],
        [2, 3],
      ],
      past: false,
    },
    { rank: 1, spans: [[0, 1]], past: false },
  ]);
});

test('laid out by report each attempt is a line, and one that another did again is past', () => {
  const lines = linesOf(LOSS, { choice: REPORT, by: null }, new Set([1]));
  expect(lines.map(({ rank, spans, past }) => [rank, spans, past])).toEqual([
    [0, [[0, 2]], true],
    [0, [[2, 3]], false],
  ]);
});

test('of an attempt that was restored from a checkpoint only the steps that were done again are past', () => {
  const columns = columnsOf([
    [0, 1, { loss: 4, step: 0 }],
    [0, 2, { loss: 3, step: 1 }],
    [0, 3, { loss: 2, step: 2 }],
    [0, 5, { loss: 2, step: 2 }, 2],
  ]);
  const loss = columns.get('loss');
  const lines = loss ? linesOf(loss, xAxis(columns, 'step'), new Set()) : [];
  expect(lines.map(({ spans, past }) => [spans, past])).toEqual([
    [[[0, 2]], false],
    [[[1, 3]], true],
    [[[3, 4]], false],
  ]);
});

test('a muted rank has no line', () => {
  expect(linesOf(LOSS, IN_TIME, new Set([0, 1]))).toEqual([]);
});
