import type { ExerciseView } from '../protocol';
import { isOwnPlace } from './places';

/** What the learner's program can be laid beside; `exercise` lays the exercise's old starter beside its new one. */
export type ComparedWith = 'starter' | 'passing' | 'solution' | 'exercise';

export interface Comparison {
  readonly id: ComparedWith;
  readonly name: string;
  /** Null where there is nothing to show yet. */
  readonly before: { readonly name: string; readonly text: string } | null;
  readonly after: { readonly name: string; readonly text: string } | null;
}

/** What is known of the learner's program and of the texts beside it; null is what is not there. */
export interface Texts {
  readonly mine: string;
  readonly outdated: string | null;
  readonly passing: string | null;
  readonly solution: string | null;
}

/** What there is to compare in an exercise, in the order of the choice. */
export function comparisons(exercise: ExerciseView, texts: Texts): Comparison[] {
  const named = (name: string, text: string | null) => (text === null ? null : { name, text });
  const starter = named('The starter', exercise.starter);
  const mine = named('Yours', texts.mine);
  const found: Comparison[] = [{ id: 'starter', name: 'The starter', before: starter, after: mine }];
  if (texts.outdated !== null) {
    const before = named('The old starter', texts.outdated);
    const after = named('The new starter', exercise.starter);
    found.unshift({ id: 'exercise', name: 'What the exercise changed', before, after });
  }
  if (exercise.checks.length > 0) {
    const passing = named('Your last version that passed', texts.passing);
    found.push({ id: 'passing', name: 'Your last version that passed', before: passing, after: mine });
  }
  if (!isOwnPlace(exercise.id)) {
    const after = named('One solution', texts.solution);
    found.push({ id: 'solution', name: 'One solution', before: mine, after });
  }
  return found;
}
