import { expect, test } from 'vitest';
import type { Event, EventRecord } from '../protocol';
import { trainingTime, withRoom } from './extent';
import { factsOf } from './recorded.fixture';
import { reduce } from './reduce';
import { emptyRun, type RunState } from './state';

const QUEUED: Event = {
  kind: 'run_queued',
  exercise_id: null,
  file_name: 'program.py',
  source: '',
  ahead: 0,
};
const WORKERS: Event = { kind: 'phase_changed', phase: 'workers' };
const GROUP: Event = { kind: 'worker_group_started', attempt: 1, ranks: [factsOf(0, 1)] };
const FINISHING: Event = { kind: 'phase_changed', phase: 'finishing' };
const DIAGNOSED: Event = { kind: 'queue_moved', ahead: 0 };

function report(): Event {
  const head = { kind: 'metrics_reported', attempt: 1, rank: 0, index: 0 } as const;
  return { ...head, metrics: { loss: 1 }, with_checkpoint: false, other_types: {}, reported_at: 0 };
}

/** A run whose events came at these seconds. */
function after(...events: [number, Event][]): RunState {
  return events
    .map(([at, event], index): EventRecord => ({ run_id: 'run', seq: index + 1, time: 1000 + at, event }))
    .reduce(reduce, emptyRun('run'));
}

test('there is no axis before there are workers', () => {
  expect(trainingTime(after([0, QUEUED], [3, WORKERS]))).toBeNull();
});

test('it begins where workers are started and goes on with each word of the run', () => {
  const started = after([0, QUEUED], [6, WORKERS], [6.5, GROUP], [7, report()], [8, DIAGNOSED]);
  expect(trainingTime(started)).toEqual({ from: 6, to: 8 });
});

test('what comes after the training does not press it together', () => {
  const ended = after(
    [0, QUEUED],
    [1, WORKERS],
    [1.5, GROUP],
    [2, report()],
    [3, FINISHING],
    [30, DIAGNOSED],
  );
  expect(trainingTime(ended)).toEqual({ from: 1, to: 2 });
});

test('there is room on both sides, but none before the run began', () => {
  const near = (value: number): unknown => expect.closeTo(value, 1);
  expect(withRoom({ from: 10, to: 20 })).toEqual({ from: 9.8, to: near(20.2) });
  expect(withRoom({ from: 0, to: 50 })).toEqual({ from: 0, to: near(51) });
  expect(withRoom({ from: 5, to: 5 })).toEqual({ from: 4.5, to: 5.5 });
});

test('the room of a run that goes on grows by less than a pixel at a time, and not with each record', () => {
  const edges = [20.0001, 20.0002, 20.0003, 20.03].map((to) => withRoom({ from: 0, to }).to);
  expect(new Set(edges.slice(0, 3)).size).toBe(1);
  expect((edges[3] ?? 0) - (edges[0] ?? 0)).toBeGreaterThan(0);
  expect((edges[3] ?? 0) - (edges[0] ?? 0)).toBeLessThan(20 / 500);
});
