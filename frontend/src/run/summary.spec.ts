import { expect, test } from 'vitest';
import { lossOf } from '../charts/columns.fixture';
import { summaryOf } from './summary';

test('the newest, the least, the most and the mean of one rank', () => {
  const loss = lossOf([
    [0, 1, 4],
    [0, 2, 1],
    [0, 3, 2.5],
  ]);
  expect(summaryOf(loss.byRank.get(0))).toEqual({
    rank: 0,
    count: 3,
    newest: 2.5,
    least: 1,
    most: 4,
    mean: 2.5,
  });
});

test('values that are not finite count as reports and for nothing else', () => {
  const loss = lossOf([
    [0, 1, 4],
    [0, 2, NaN],
  ]);
  expect(summaryOf(loss.byRank.get(0))).toMatchObject({ count: 2, newest: NaN, least: 4, most: 4, mean: 4 });
  expect(summaryOf(lossOf([[0, 1, NaN]]).byRank.get(0))).toMatchObject({ least: null, mean: null });
});

test('a rank that reported nothing has none', () => {
  expect(summaryOf(undefined)).toBeNull();
});
