import { expect, test } from 'vitest';
import { SCRATCHPAD } from '../page/scratch';
import type { Event } from '../protocol';
import { faultsAllowed, isTraining } from './permission';
import { recorded } from './recorded.fixture';
import { reduce } from './reduce';
import { emptyRun, type RunState } from './state';

function runOf(exerciseId: string | null, ...events: Event[]): RunState {
  const queued = {
    kind: 'run_queued',
    exercise_id: exerciseId,
    file_name: 'x.py',
    source: '',
    ahead: 0,
  } as const;
  return recorded([queued, ...events]).reduce(reduce, emptyRun('run-1'));
}

test('faults are for the scratchpad and for exercises that allow them', () => {
  const exercise = { ...SCRATCHPAD, id: 'train04' };
  expect(faultsAllowed(SCRATCHPAD, runOf(null))).toBe(true);
  expect(faultsAllowed(exercise, runOf('train04'))).toBe(true);
  expect(faultsAllowed({ ...exercise, faults_allowed: false }, runOf('train04'))).toBe(false);
  expect(faultsAllowed(exercise, runOf('train03'))).toBe(false);
});

test('a fault finds ranks only while they train', () => {
  const training: Event = { kind: 'phase_changed', phase: 'training' };
  expect(isTraining(null)).toBe(false);
  expect(isTraining(runOf(null))).toBe(false);
  expect(isTraining(runOf(null, training))).toBe(true);
  expect(isTraining(runOf(null, training, { kind: 'phase_changed', phase: 'workers' }))).toBe(false);
});
