import type { TrainingBegan } from '../protocol';
import { grouped } from './grouped';

export const NO_BEGINNINGS: readonly TrainingBegan[] = [];

/** What the ranks of the newest attempt began from, in the order of their ranks. */
export function withBeginning(
  beginnings: readonly TrainingBegan[],
  began: TrainingBegan,
): readonly TrainingBegan[] {
  const others = beginnings.filter(({ attempt, rank }) => attempt === began.attempt && rank !== began.rank);
  return [...others, began].sort((a, b) => a.rank - b.rank);
}

/** Whether the ranks set out with the same weights. `unknown`: fewer than two have said which they have. */
export function beginningState(beginnings: readonly TrainingBegan[]): 'same' | 'parted' | 'unknown' {
  const hashed = beginnings.filter(({ parameters_hash }) => parameters_hash !== '');
  if (hashed.length < 2) return 'unknown';
  return new Set(hashed.map(({ parameters_hash }) => parameters_hash)).size === 1 ? 'same' : 'parted';
}

/** With which weights each rank made its first optimizer step, in a sentence; of those that did so far. */
export function beginningWords(beginnings: readonly TrainingBegan[]): string {
  const groups = [...grouped(beginnings, ({ parameters_hash }) => parameters_hash)].map(
    ([hash, ranks]) => `${named(ranks)} ${hash === '' ? 'not compared' : hash.slice(0, 8)}`,
  );
  const [only] = groups;
  if (only === undefined) return '';
  const head =
    groups.length === 1 ? 'Weights before the first step' : 'Different weights before the first step';
  return `${head}: ${groups.join(', ')}.`;
}

function named(ranks: readonly TrainingBegan[]): string {
  return `${ranks.length === 1 ? 'rank' : 'ranks'} ${ranks.map(({ rank }) => rank).join(', ')}`;
}
