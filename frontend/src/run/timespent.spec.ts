import { expect, test } from 'vitest';
import { spent } from './sampled.fixture';
import {
  activitiesOf,
  forwardUnseen,
  NO_TIME,
  RANKS_KEPT,
  straggler,
  summed,
  sumOf,
  withTime,
} from './timespent';

test('a rank’s time is summed over its reports', () => {
  const book = [
    spent(1, 0, { data: 1, backward: 2 }),
    spent(0, 0, { report: 1 }),
    spent(1, 1, { data: 0.5 }),
  ].reduce(withTime, NO_TIME);
  expect(book.ranks).toEqual([
    { rank: 0, reports: 1, seconds: { report: 1 } },
    { rank: 1, reports: 2, seconds: { data: 1.5, backward: 2 } },
  ]);
  expect(book.ranks.map(({ seconds }) => sumOf(seconds))).toEqual([1, 3.5]);
  expect(activitiesOf(book)).toEqual(['data', 'backward', 'report']);
});

test('a new attempt counts from nothing, and an activity that this page does not know is left out', () => {
  const first = withTime(NO_TIME, spent(0, 0, { data: 1 }));
  const second = withTime(first, spent(1, 0, { data: 2, dreaming: 9 }, { attempt: 2 }));
  expect(second.ranks).toEqual([{ rank: 1, reports: 1, seconds: { data: 2 } }]);
  expect(withTime(second, spent(0, 5, { data: 1 }))).toBe(second);
});

test('a program that invents ranks does not fill the page', () => {
  let book = NO_TIME;
  for (let rank = 0; rank < 2 * RANKS_KEPT; rank += 1) book = withTime(book, spent(rank, 0, { data: 1 }));
  expect(book.ranks).toHaveLength(RANKS_KEPT);
});

test('a backward pass without a timed forward pass tells that the forward pass was not seen', () => {
  const bare = withTime(NO_TIME, spent(0, 0, { loop: 2, backward: 1 }));
  expect(forwardUnseen(bare)).toBe(true);
  expect(forwardUnseen(withTime(bare, spent(0, 1, { forward: 1 })))).toBe(false);
  expect(forwardUnseen(withTime(NO_TIME, spent(0, 0, { loop: 2, data: 1 })))).toBe(false);
});

test('the rank that works while the others wait is the straggler', () => {
  const book = [
    spent(0, 0, { forward: 0.2, backward: 4 }),
    spent(1, 0, { data: 3.5, backward: 0.7 }),
    spent(2, 0, { forward: 0.3, report: 3.9 }),
  ].reduce(withTime, NO_TIME);
  expect(straggler(book)).toEqual({ rank: 1, seconds: 3.5, next: 0.3 });
});

test('nobody is called a straggler when all work alike, when little is known, or when alone', () => {
  const alike = [spent(0, 0, { loop: 3 }), spent(1, 0, { loop: 2.8, report: 0.2 })].reduce(withTime, NO_TIME);
  const brief = [spent(0, 0, { loop: 0.9 }), spent(1, 0, { report: 0.9 })].reduce(withTime, NO_TIME);
  const alone = withTime(NO_TIME, spent(0, 0, { loop: 9 }));
  expect([alike, brief, alone].map(straggler)).toEqual([null, null, null]);
});

test('two sums are added activity by activity, and neither of them is changed', () => {
  const one = { data: 1, loop: 2 };
  const other = { loop: 0.5, report: 3 };
  expect(summed(one, other)).toEqual({ data: 1, loop: 2.5, report: 3 });
  expect([one, other]).toEqual([
    { data: 1, loop: 2 },
    { loop: 0.5, report: 3 },
  ]);
});
