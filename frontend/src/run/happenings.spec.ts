import { expect, test } from 'vitest';
import { chartMarks, happenings } from './happenings';
import { failed, fault, fold, group, loaded, report, SAVED } from './recovering.fixture';
import { stopped } from './sampled.fixture';

test('a kill is one mark, and the failure that follows from it is none', () => {
  const run = fold(group(1), report(0, 0), fault('kill'), failed(1), failed(0));
  expect(happenings(run).map(({ kind, rank }) => [kind, rank])).toEqual([
    ['kill', 1],
    ['failure', 0],
  ]);
});

test('an attempt that began from a checkpoint is marked once, with its ranks', () => {
  const run = fold(group(1), SAVED, group(2), loaded(1, SAVED.name), loaded(0, SAVED.name));
  expect(happenings(run).map(({ words }) => words)).toEqual([
    'attempt 2 began from checkpoint_000000 on ranks 0, 1',
  ]);
  expect(chartMarks(run).map(({ kind }) => kind)).toEqual(['checkpoint', 'restore']);
});

test('a time in which nothing went on is marked where it began', () => {
  const resumed = { kind: 'progress_resumed', attempt: 1, seconds: 1 } as const;
  const run = fold(group(1), report(0, 0), stopped('data_wait', { since: 1001 }), resumed);
  expect(happenings(run)).toEqual([
    {
      at: 1,
      kind: 'stop',
      rank: null,
      words: 'nothing went on for 1.0 s, then all ranks went on: title of data_wait',
    },
  ]);
});
