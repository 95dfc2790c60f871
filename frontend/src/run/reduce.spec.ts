import { afterEach, expect, test, vi } from 'vitest';
import type { Event, EventRecord, LogWritten, MetricsReported } from '../protocol';
import { factsOf, recorded } from './recorded.fixture';
import { reduce } from './reduce';
import { sampled, spent, stopped } from './sampled.fixture';
import { currentRanks, emptyRun, type RunState } from './state';
import { numberAt } from './numbers';

const QUEUED: Event = {
  kind: 'run_queued',
  exercise_id: 'train01',
  file_name: 'train01.py',
  source: 'x',
  ahead: 0,
};
const STARTED: Event = {
  kind: 'run_started',
  runner: 'local',
  isolation: 'a process of its own',
  ray_version: '2.60.0',
  torch_version: '2.13.0',
  seconds_allowed: 300,
};
const TWO_RANKS: Event = {
  kind: 'worker_group_started',
  attempt: 1,
  ranks: [factsOf(0, 2), factsOf(1, 2)],
};
const FINISHED: Event = {
  kind: 'run_finished',
  end: 'completed',
  sentence: 'The program ended.',
  exit_code: 0,
};

function report(rank: number, index: number, loss: number, attempt = 1): MetricsReported {
  return {
    kind: 'metrics_reported',
    attempt,
    rank,
    index,
    metrics: { loss },
    with_checkpoint: false,
    other_types: {},
    reported_at: 0,
  };
}

function log(text: string): LogWritten {
  return { kind: 'log_written', attempt: null, rank: null, stream: 'stdout', origin: 'program', text };
}

function fold(records: readonly EventRecord[], from: RunState = emptyRun('run-1')): RunState {
  return records.reduce(reduce, from);
}

const WHOLE_RUN: Event[] = [
  QUEUED,
  STARTED,
  { kind: 'phase_changed', phase: 'cluster' },
  { kind: 'phase_changed', phase: 'program' },
  { kind: 'phase_changed', phase: 'workers' },
  TWO_RANKS,
  { kind: 'phase_changed', phase: 'training' },
  { kind: 'model_prepared', attempt: 1, rank: 0, wrapper: 'DistributedDataParallel', parameters: 11 },
  report(0, 0, 3),
  report(1, 0, 4),
  { kind: 'checkpoint_saved', attempt: 1, index: 0, name: 'checkpoint_000000', metrics: { loss: 3 } },
  log('done\n'),
  { kind: 'worker_group_ended', attempt: 1 },
  FINISHED,
  { kind: 'graded', verdict: { exercise_id: 'train01', passed: true, checks: [], explanation: '' } },
];

afterEach(() => {
  vi.restoreAllMocks();
});

test('what the linter knew before the run is kept', () => {
  const found: Event = { kind: 'problems_found', findings: [], left_out: 2 };
  expect(fold(recorded([QUEUED, found, STARTED])).problems).toEqual(found);
  expect(fold(recorded([QUEUED, STARTED])).problems).toBeNull();
});

test('a whole run is folded into what the page shows', () => {
  const run = fold(recorded(WHOLE_RUN));
  expect(run).toMatchObject({
    lastSeq: 15,
    exerciseId: 'train01',
    source: 'x',
    zero: 1000.5,
    reports: 2,
    checkpoints: { saved: [{ name: 'checkpoint_000000', at: 4.5 }] },
    end: { end: 'completed', sentence: 'The program ended.' },
    verdict: { passed: true },
  });
  expect(run.phases.map(({ phase }) => phase)).toEqual([
    'queued',
    'cluster',
    'program',
    'workers',
    'training',
  ]);
  expect(run.phases.at(-1)?.endedAt).toBe(1006.5);
  expect(run.logs.lines.map((line) => line.text)).toEqual(['done']);
  expect(numberAt(run.columns.get('loss')?.byRank.get(1)?.values, -1)).toBe(4);
});

test('a waiting run moves up', () => {
  const run = fold(
    recorded([
      { ...QUEUED, ahead: 2 },
      { kind: 'queue_moved', ahead: 1 },
    ]),
  );
  expect(run.ahead).toBe(1);
});

test('each rank has a card with its facts, its wrapper and its last report', () => {
  const [rank0, rank1] = currentRanks(fold(recorded(WHOLE_RUN)));
  expect(rank0).toMatchObject({
    facts: { pid: 4000 },
    wrapper: 'DistributedDataParallel',
    reports: 1,
    lastMetrics: { loss: 3 },
  });
  expect(rank1).toMatchObject({ wrapper: null, reports: 1 });
});

test('a replay from the first record gives the same state as watching live', () => {
  const records = recorded(WHOLE_RUN);
  const live = fold(records.slice(6), fold(records.slice(0, 6)));
  expect(fold(records)).toEqual(live);
});

test('a step leaves what it does not concern as it was', () => {
  const before = fold(recorded(WHOLE_RUN.slice(0, 8)));
  const after = reduce(before, { run_id: 'run-1', seq: 9, time: 1010, event: log('x') });
  expect(after).not.toBe(before);
  expect(after.attempts).toBe(before.attempts);
  expect(after.columns).toBe(before.columns);
});

test('a rank that fails is named and its card says so', () => {
  const failed: Event = {
    kind: 'worker_failed',
    attempt: 1,
    rank: 1,
    error_type: 'ValueError',
    message: 'no',
    frames: [],
    traceback: '',
  };
  const run = fold(recorded([QUEUED, STARTED, TWO_RANKS, failed]));
  expect(run.failures).toMatchObject([{ rank: 1, at: 1 }]);
  expect(currentRanks(run).map((rank) => rank.failed)).toEqual([false, true]);
});

test('a restart begins a second attempt and keeps the first', () => {
  const again: Event = { kind: 'worker_group_started', attempt: 2, ranks: [factsOf(0, 1)] };
  const run = fold(
    recorded([
      QUEUED,
      STARTED,
      TWO_RANKS,
      { kind: 'worker_group_ended', attempt: 1 },
      again,
      report(0, 0, 1, 2),
    ]),
  );
  expect(run.attempts).toMatchObject([
    { attempt: 1, startedAt: 0.5, endedAt: 1 },
    { attempt: 2, startedAt: 1.5, endedAt: null },
  ]);
  expect(currentRanks(run)).toHaveLength(1);
});

test('a report that comes before its worker group is not lost', () => {
  const run = fold(recorded([QUEUED, STARTED, report(1, 0, 2), TWO_RANKS]));
  expect(currentRanks(run)).toMatchObject([
    { rank: 0, reports: 0 },
    { rank: 1, reports: 1, facts: { pid: 4001 } },
  ]);
});

test('an event of a newer server is said on the console and the run goes on', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const records = recorded([QUEUED, { kind: 'shard_rebalanced' } as unknown as Event, STARTED]);
  expect(fold(records)).toMatchObject({ lastSeq: 3, started: { runner: 'local' } });
  expect(warn).toHaveBeenCalledOnce();
});

test('fifty thousand reports fold without copying the points', () => {
  let run = fold(recorded([QUEUED, STARTED, TWO_RANKS]));
  const times = run.columns;
  for (let index = 0; index < 50_000; index += 1) {
    run = reduce(run, {
      run_id: 'run-1',
      seq: 4 + index,
      time: 1001 + index / 1000,
      event: report(index % 2, index, 1),
    });
  }
  expect(run.columns).toBe(times);
  expect(run.columns.get('loss')?.byRank.get(1)?.times.length).toBe(25_000);
});

test('what each rank does, where its time went and why nothing goes on are kept', () => {
  const stop = stopped('uneven', { since: 1002 });
  const events: Event[] = [
    STARTED,
    TWO_RANKS,
    spent(0, 0, { data: 1 }),
    sampled(1, { activity: 'report' }),
    stop,
  ];
  const run = fold(recorded(events));
  expect(run.spent.ranks).toMatchObject([{ rank: 0, seconds: { data: 1 } }]);
  expect(run.samples.ranks.get(1)).toMatchObject({ activity: 'report', at: 1.5 });
  expect(run.stops).toMatchObject([{ since: 2, until: null }]);
  expect(run.at).toBe(2);
});

test('a stop lasts until progress resumes, its attempt is over or the run is', () => {
  const resumed: Event = { kind: 'progress_resumed', attempt: 1, seconds: 2 };
  const until = (event: Event): unknown =>
    fold(recorded([STARTED, TWO_RANKS, stopped('uneven', { since: 1000.5 }), event])).stops[0];
  expect(until(resumed)).toMatchObject({ until: 1.5, resumed: true });
  expect(until({ kind: 'worker_group_ended', attempt: 1 })).toMatchObject({ until: 1.5, resumed: false });
  expect(until(FINISHED)).toMatchObject({ until: 1.5, resumed: false });
  expect(until({ kind: 'worker_group_ended', attempt: 0 })).toMatchObject({ until: null });
});

test('what Ray was asked for is known while its workers are waited for', () => {
  const requested: Event = {
    kind: 'workers_requested',
    workers: 4,
    resources_per_worker: { CPU: 1 },
    labels: {},
    cluster: { CPU: 8 },
    largest_node: { CPU: 8 },
    nodes: [],
    strategy: 'PACK',
    datasets: [],
    may_grow: false,
  };
  expect(fold(recorded([STARTED, requested])).requested).toEqual(requested);
});
