import type { ExerciseView } from '../protocol';
import { SCRATCH } from '../page/route';
import type { RunState } from './state';

/** Whether the person may do something to the ranks of this kind of run at all. */
export function faultsAllowed(exercise: ExerciseView | null, run: RunState | null): boolean {
  if (!exercise?.faults_allowed) return false;
  return run === null || (run.exerciseId ?? SCRATCH) === exercise.id;
}

/** Whether a fault would find the ranks at their loops now. */
export function isTraining(run: RunState | null): boolean {
  return run !== null && run.end === null && run.phases.at(-1)?.phase === 'training';
}
