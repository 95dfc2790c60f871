import { expect, test } from 'vitest';
import type { Event, Phase, RowsRead, WorkersRequested } from '../protocol';
import { aliveNow, type Alive } from './alive';
import { steps } from './observed.fixture';
import { factsOf } from './recorded.fixture';
import { failed, fault, fold, group, report, SAVED } from './recovering.fixture';

const phase = (name: Phase): Event => ({ kind: 'phase_changed', phase: name });
const TRAINING = [phase('program'), phase('workers'), group(1), phase('training')] as const;
const ENDED: Event = { kind: 'run_finished', end: 'completed', sentence: '', exit_code: 0 };

const REQUESTED: WorkersRequested = {
  kind: 'workers_requested',
  workers: 2,
  resources_per_worker: {},
  labels: {},
  cluster: {},
  nodes: [],
  datasets: [],
  largest_node: {},
  may_grow: false,
  strategy: 'PACK',
};

function states({ driver, controller, group, processGroup, storage, ranks }: Alive): string {
  return [driver, controller, group, processGroup, storage, ...ranks].map(({ state }) => state).join(' ');
}

test('before a run everything is still to come', () => {
  expect(states(aliveNow(null))).toBe('ahead ahead ahead ahead ahead');
  expect(aliveNow(null).data).toBeNull();
});

test('while the file runs up to fit, the driver is alone', () => {
  expect(states(aliveNow(fold(phase('cluster'))))).toBe('ahead ahead ahead ahead ahead');
  expect(states(aliveNow(fold(phase('program'))))).toBe('alive ahead ahead ahead ahead');
});

test('while workers start, the controller says how many it asks for', () => {
  const alive = aliveNow(fold(phase('program'), phase('workers'), REQUESTED));
  expect(alive.controller).toEqual({ state: 'alive', words: 'asks Ray for 2 workers' });
  expect(alive.driver.words).toBe('waits in fit() for the controller');
});

test('in training all is alive, with the numbers of each', () => {
  const alive = aliveNow(fold(...TRAINING, steps(0, 0), steps(1, 0), report(0, 0), report(1, 0), SAVED));
  expect(states(alive)).toBe('alive alive alive alive alive alive alive');
  expect(alive.group.words).toBe('2 processes on 1 node');
  expect(alive.ranks[1]?.words).toBe('process 4001 on cpu, 1 report');
  expect(alive.processGroup.words).toBe(
    'gloo at 127.0.0.1:29500; before report 1 each rank made 4 all-reduces of 400 B together',
  );
  expect(alive.controller.words).toBe('attempt 1, 2 reports of all ranks together');
  expect(alive.storage.words).toBe('1 checkpoint');
});

test('a rank that was killed or failed is lost, and the group with it', () => {
  expect(states(aliveNow(fold(...TRAINING, fault('kill'))))).toBe('alive alive lost lost ahead alive lost');
  expect(states(aliveNow(fold(...TRAINING, failed(0))))).toBe('alive alive lost lost ahead lost alive');
});

test('the next attempt is alive again', () => {
  const alive = aliveNow(fold(...TRAINING, fault('kill'), phase('workers'), group(2), phase('training')));
  expect(states(alive)).toBe('alive alive alive alive ahead alive alive');
  expect(alive.controller.words).toContain('attempt 2');
});

test('after the run what was there has ended, and says what it came to', () => {
  const alive = aliveNow(
    fold(
      ...TRAINING,
      report(0, 0),
      SAVED,
      { kind: 'worker_group_ended', attempt: 1 },
      phase('finishing'),
      ENDED,
    ),
  );
  expect(states(alive)).toBe('ended ended ended ended ended ended ended');
  expect(alive.driver.words).toBe('ended with exit status 0');
});

test('a program that ended badly is lost', () => {
  const alive = aliveNow(fold(phase('program'), { ...ENDED, end: 'program_failed', exit_code: 1 }));
  expect(alive.driver).toEqual({ state: 'lost', words: 'ended with exit status 1' });
  expect(alive.controller.state).toBe('ahead');
});

test('Ray Data is a part where a rank reads of it, and a DataLoader is none', () => {
  const read: Omit<RowsRead, 'source'> = {
    kind: 'rows_read',
    attempt: 1,
    rank: 0,
    dataset: 'train',
    epoch: 0,
    rows: [3, 4],
    batches: 1,
    ended: true,
  };
  expect(aliveNow(fold(...TRAINING, { ...read, source: 'torch' })).data).toBeNull();
  expect(aliveNow(fold(...TRAINING, { ...read, source: 'ray_data' })).data).toEqual({
    state: 'alive',
    words: 'train: 2 rows read by the ranks',
  });
});

test('datasets that the trainer was given are a part before a row is read', () => {
  const alive = aliveNow(fold(phase('workers'), { ...REQUESTED, datasets: ['train', 'eval'] }));
  expect(alive.data).toEqual({ state: 'ahead', words: 'train, eval: 0 rows read by the ranks' });
});

test('a run without a process group says so', () => {
  const alone: Event = {
    kind: 'worker_group_started',
    attempt: 1,
    ranks: [{ ...factsOf(0, 1), backend: 'none' }],
  };
  const alive = aliveNow(fold(phase('workers'), alone, phase('training')));
  expect(alive.processGroup).toEqual({ state: 'ahead', words: 'this run has none' });
});
