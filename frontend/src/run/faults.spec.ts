import { expect, test } from 'vitest';
import type { CheckpointSaved, Event, FaultInjected } from '../protocol';
import { afflictionOf, FAULTS_KEPT, faultWords, withFault, type FaultState } from './faults';
import { chartMarks, happenings } from './happenings';
import { recorded, factsOf } from './recorded.fixture';
import { reduce } from './reduce';
import { emptyRun, type RunState } from './state';
import { wastedWork } from './wasted';

function fault(action: FaultInjected['action'], part: Partial<FaultInjected> = {}): FaultInjected {
  return {
    kind: 'fault_injected',
    attempt: 1,
    rank: 1,
    action,
    by: 'person',
    reports: 2,
    seconds: 0,
    ...part,
  };
}

function after(...faults: FaultInjected[]): readonly FaultState[] {
  return faults.reduce<readonly FaultState[]>((known, one, at) => withFault(known, one, at), []);
}

function report(rank: number, index: number, attempt = 1): Event {
  const metrics = { loss: 1 };
  return { kind: 'metrics_reported', attempt, rank, index, metrics, with_checkpoint: false, reported_at: 0 };
}

function group(attempt: number): Event {
  return { kind: 'worker_group_started', attempt, ranks: [factsOf(0, 2), factsOf(1, 2)] };
}

function failed(rank: number): Event {
  const head = { kind: 'worker_failed', attempt: 1, error_type: 'WorkerDied', message: '' } as const;
  return { ...head, rank, frames: [], traceback: '' };
}

function loaded(rank: number, name: string | null): Event {
  return { kind: 'checkpoint_loaded', attempt: 2, rank, name };
}

const SAVED: CheckpointSaved = {
  kind: 'checkpoint_saved',
  attempt: 1,
  index: 0,
  name: 'checkpoint_000000',
  metrics: {},
};

const STARTED: Event = {
  kind: 'run_started',
  runner: 'local',
  isolation: '',
  ray_version: '2.60.0',
  torch_version: '2.13.0',
  seconds_allowed: 300,
};

function fold(...events: Event[]): RunState {
  return recorded([STARTED, ...events]).reduce(reduce, emptyRun('run-1'));
}

test('a paused rank is paused until it is resumed, or killed', () => {
  expect(afflictionOf(after(fault('pause')), 1, 1).paused).toBe(true);
  expect(afflictionOf(after(fault('pause'), fault('resume')), 1, 1).paused).toBe(false);
  expect(afflictionOf(after(fault('pause'), fault('kill')), 1, 1)).toMatchObject({
    paused: false,
    killedBy: 'person',
  });
});

test('a fault holds for its own rank in its own attempt', () => {
  const faults = after(fault('slow', { seconds: 1 }));
  expect(afflictionOf(faults, 1, 1).slow).toBe(1);
  expect(afflictionOf(faults, 2, 1).slow).toBe(0);
  expect(afflictionOf(faults, 1, 0).slow).toBe(0);
});

test('only so many faults are kept', () => {
  const faults = after(...Array.from({ length: FAULTS_KEPT + 5 }, () => fault('slow')));
  expect(faults).toHaveLength(FAULTS_KEPT);
});

test('who killed a rank is said', () => {
  expect(faultWords(fault('kill', { by: 'plan' }))).toBe('rank 1 killed by the server (SIGKILL)');
  expect(faultWords(fault('kill'))).toBe('rank 1 killed by you (SIGKILL)');
});

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

test('what was reported after the checkpoint is lost work, once another attempt came', () => {
  const first = [group(1), report(0, 0), report(1, 0), SAVED, report(0, 1), report(1, 1), report(0, 2)];
  expect(wastedWork(fold(...first))).toEqual([]);
  expect(wastedWork(fold(...first, group(2)))).toEqual([{ attempt: 1, from: 2, to: 3.5, reports: 2 }]);
});

test('without the checkpoint being loaded, all of the attempt is lost', () => {
  const run = fold(group(1), report(0, 0), SAVED, report(0, 1), group(2), loaded(0, null));
  expect(wastedWork(run)).toEqual([{ attempt: 1, from: 0.5, to: 2, reports: 2 }]);
});

test('nothing is lost when the checkpoint was the last that happened', () => {
  expect(wastedWork(fold(group(1), report(0, 0), SAVED, group(2)))).toEqual([]);
});
