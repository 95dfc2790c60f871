import { expect, test } from 'vitest';
import type { TrainingBegan } from '../protocol';
import { beginningState, beginningWords, NO_BEGINNINGS, withBeginning } from './beginnings';

function began(rank: number, parameters_hash: string, attempt = 1): TrainingBegan {
  return { kind: 'training_began', attempt, rank, parameters_hash, optimizer_hash: '' };
}

function of(...events: TrainingBegan[]): readonly TrainingBegan[] {
  return events.reduce(withBeginning, NO_BEGINNINGS);
}

test('ranks that set out with the same weights are named together', () => {
  const same = of(began(1, 'ab12cd34ef567890'), began(0, 'ab12cd34ef567890'));
  expect(beginningState(same)).toBe('same');
  expect(beginningWords(same)).toBe('Weights before the first step: ranks 0, 1 ab12cd34.');
});

test('ranks that set out with weights of their own are said to', () => {
  const parted = of(began(0, 'aa'), began(1, 'bb'));
  expect(beginningState(parted)).toBe('parted');
  expect(beginningWords(parted)).toBe('Different weights before the first step: rank 0 aa, rank 1 bb.');
});

test('one rank alone, or one without a hash, agrees with nobody', () => {
  expect(beginningState(of(began(0, 'aa')))).toBe('unknown');
  expect(beginningState(of(began(0, 'aa'), began(1, '')))).toBe('unknown');
  expect(beginningWords(of(began(0, '')))).toBe('Weights before the first step: rank 0 not compared.');
  expect(beginningWords(NO_BEGINNINGS)).toBe('');
});

test('a new attempt forgets what the one before began from', () => {
  expect(of(began(0, 'aa'), began(1, 'aa'), began(0, 'bb', 2))).toEqual([began(0, 'bb', 2)]);
});
