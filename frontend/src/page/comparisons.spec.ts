import { expect, test } from 'vitest';
import type { CheckView, ExerciseView } from '../protocol';
import { comparisons, type Texts } from './comparisons';
import { SCRATCHPAD } from './scratch';

const EXERCISE: ExerciseView = {
  ...SCRATCHPAD,
  id: 'train01',
  starter: 'starter',
  checks: [{} as CheckView],
};
const TEXTS: Texts = { mine: 'mine', outdated: null, passing: null, solution: null };

function named(exercise: ExerciseView, texts: Texts): string[] {
  return comparisons(exercise, texts).map(({ id }) => id);
}

test('an exercise is compared with its starter, the last version that passed, and the solution', () => {
  expect(named(EXERCISE, TEXTS)).toEqual(['starter', 'passing', 'solution']);
});

test('what is not there yet has nothing to show', () => {
  const shown = comparisons(EXERCISE, TEXTS).map(({ before, after }) => [before?.text, after?.text]);
  expect(shown).toEqual([
    ['starter', 'mine'],
    [undefined, 'mine'],
    ['mine', undefined],
  ]);
});

test('an exercise that changed shows first what it changed', () => {
  const [first] = comparisons(EXERCISE, { ...TEXTS, outdated: 'old' });
  expect([first?.id, first?.before?.text, first?.after?.text]).toEqual(['exercise', 'old', 'starter']);
});

test('the scratchpad has its starter alone', () => {
  expect(named(SCRATCHPAD, TEXTS)).toEqual(['starter']);
});
