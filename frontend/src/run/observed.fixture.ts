import type { StepsObserved } from '../protocol';
import { NO_STEPS, withSteps, type StepBook } from './steps';

/** What one rank came to at report `index`; all ranks alike unless `part` says otherwise. */
export function steps(rank: number, index: number, part: Partial<StepsObserved> = {}): StepsObserved {
  return {
    kind: 'steps_observed',
    attempt: 1,
    rank,
    index,
    steps: 4,
    parameters_hash: 'aa',
    parameters_norm: 1,
    gradients_norm: 1,
    history_hash: 'bb',
    optimizer_hash: 'cc',
    losses: 4,
    local_loss: 0.5,
    all_reduces: 4,
    all_reduce_bytes: 400,
    all_reduce_milliseconds: 2,
    ...part,
  };
}

/** A book of these alone. */
export function book(...observed: StepsObserved[]): StepBook {
  return observed.reduce(withSteps, NO_STEPS);
}
