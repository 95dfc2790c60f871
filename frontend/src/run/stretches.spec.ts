import { expect, test } from 'vitest';
import type { Event } from '../protocol';
import { timed } from './lanes.fixture';
import { factsOf } from './recorded.fixture';
import { reduce } from './reduce';
import { sampled } from './sampled.fixture';
import { emptyRun, type RunState } from './state';
import { diedAt, stretches } from './stretches';

/** A run of these events, each with the second of the run in which it was written. */
function run(...events: readonly (readonly [number, Event])[]): RunState {
  const all: (readonly [number, Event])[] = [
    [0, { kind: 'run_queued', exercise_id: null, file_name: 'x.py', source: '', ahead: 0 }],
    ...events,
  ];
  return all
    .map(([at, event], index) => ({ run_id: 'run', seq: index + 1, time: 1000 + at, event }))
    .reduce(reduce, emptyRun('run'));
}

const workers = (at: number): [number, Event] => [at, { kind: 'phase_changed', phase: 'workers' }];
const group = (at: number, attempt = 1): [number, Event] => [
  at,
  { kind: 'worker_group_started', attempt, ranks: [factsOf(0, 2), factsOf(1, 2)] },
];
const fault = (at: number, action: 'kill' | 'pause' | 'resume', rank: number): [number, Event] => [
  at,
  { kind: 'fault_injected', attempt: 1, rank, action, by: 'person', reports: 1, seconds: 0 },
];

test('a rank starts when Ray places the workers, until it has a word of its own', () => {
  const state = run(workers(1), [3, timed(0, 1002, [{ loop: 1 }])], group(3));
  expect(stretches(state, 0, 3)).toEqual([{ kind: 'doing', activity: 'starting', from: 1, to: 2 }]);
});

test('what a rank stands in is drawn until now, since a slice is told when it is over', () => {
  const state = run(
    group(1),
    [2, timed(0, 1001, [{ loop: 1 }])],
    [6, sampled(0, { activity: 'collective', seconds: 4 })],
  );
  expect(stretches(state, 0, 7)).toEqual([{ kind: 'doing', activity: 'collective', from: 2, to: 7 }]);
});

test('a rank that waits inside backward for what DDP reduces is in a collective', () => {
  const collective = { name: 'allreduce', sequence: 3, shape: '', group: '', counted: true, root: null };
  const state = run(group(1), [6, sampled(0, { activity: 'backward', seconds: 4, collective })]);
  expect(stretches(state, 0, 7)).toEqual([{ kind: 'doing', activity: 'collective', from: 2, to: 7 }]);
});

test('a moment of a rank that goes on says nothing about later', () => {
  const state = run(
    group(1),
    [2, sampled(0, { activity: 'data', seconds: 0.1 })],
    [1.9, timed(0, 1001, [{ loop: 0.9 }])],
  );
  expect(stretches(state, 0, 5)).toEqual([]);
});

test('a rank that was killed is dead until its group is gone', () => {
  const state = run(group(1), fault(4, 'kill', 1), [6, { kind: 'worker_group_ended', attempt: 1 }]);
  expect(stretches(state, 1, 9)).toEqual([{ kind: 'dead', activity: null, from: 4, to: 6 }]);
  expect([diedAt(state, 1, 1), diedAt(state, 1, 0), diedAt(state, 2, 1)]).toEqual([4, null, null]);
});

test('a rank is paused until it goes on, or until now', () => {
  const state = run(group(1), fault(2, 'pause', 0), fault(3, 'resume', 0), fault(5, 'pause', 0));
  expect(stretches(state, 0, 9)).toEqual([
    { kind: 'paused', activity: null, from: 2, to: 3 },
    { kind: 'paused', activity: null, from: 5, to: 9 },
  ]);
});

test('each attempt’s ranks start when their own group is placed', () => {
  const state = run(
    workers(1),
    group(2),
    [3, timed(0, 1002, [{ loop: 1 }])],
    [3.5, { kind: 'phase_changed', phase: 'training' }],
    [4, { kind: 'worker_group_ended', attempt: 1 }],
    workers(5),
    [8, timed(0, 1007, [{ loop: 1 }], 2)],
    group(8, 2),
  );
  expect(stretches(state, 0, 8)).toEqual([
    { kind: 'doing', activity: 'starting', from: 1, to: 2 },
    { kind: 'doing', activity: 'starting', from: 5, to: 7 },
  ]);
});
