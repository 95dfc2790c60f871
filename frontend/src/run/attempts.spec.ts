import { expect, test } from 'vitest';
import { withAttempt, withAttemptEnded, withRank } from './attempts';
import { factsOf } from './recorded.fixture';

test('ranks stand in order, however they came', () => {
  const attempts = withAttempt(
    [],
    { kind: 'worker_group_started', attempt: 1, ranks: [factsOf(1, 2), factsOf(0, 2)] },
    0,
  );
  expect(attempts[0]?.ranks.map((rank) => rank.rank)).toEqual([0, 1]);
});

test('one rank changes and the others stay the same objects', () => {
  const before = withAttempt(
    [],
    { kind: 'worker_group_started', attempt: 1, ranks: [factsOf(0, 2), factsOf(1, 2)] },
    0,
  );
  const after = withRank(before, 1, 1, 0, (rank) => ({ ...rank, reports: 5 }));
  expect(after[0]?.ranks[0]).toBe(before[0]?.ranks[0]);
  expect(after[0]?.ranks[1]?.reports).toBe(5);
});

test('an attempt that ends keeps its ranks', () => {
  const started = withAttempt([], { kind: 'worker_group_started', attempt: 1, ranks: [factsOf(0, 1)] }, 2);
  expect(withAttemptEnded(started, 1, 5)).toMatchObject([{ startedAt: 2, endedAt: 5, ranks: [{ rank: 0 }] }]);
});
