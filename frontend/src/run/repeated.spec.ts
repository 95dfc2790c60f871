import { expect, test } from 'vitest';
import type { RunRepeated } from '../protocol';
import { drawnWords, repeatedRows, repeatedWords } from './repeated';

function repeated(part: Partial<RunRepeated> = {}): RunRepeated {
  return {
    kind: 'run_repeated',
    variation: { workers: 3, seed: 81, config: { lr: 0.02 } },
    outcome: 'repeated',
    sentence: '',
    metric: 'loss',
    reported: { 0: [2, 1], 1: [2, null] },
    expected: { 0: [2, 1], 1: [2] },
    unmet: [],
    ...part,
  };
}

test('what was drawn is said with its names', () => {
  expect(drawnWords(repeated())).toBe('3 workers, lr 0.02, seed 81');
  expect(drawnWords(repeated({ variation: { workers: 1, seed: 2, config: {} } }))).toBe('1 worker, seed 2');
});

test('what came of it is one sentence for each outcome', () => {
  expect(repeatedWords(repeated())).toBe('It came to its end, and so did the solution.');
  expect(repeatedWords(repeated({ unmet: ['Rank 1 made no report.'] }))).toBe('Rank 1 made no report.');
  expect(repeatedWords(repeated({ outcome: 'failed', sentence: 'It raised ValueError.' }))).toBe(
    'It did not come to its end: It raised ValueError.',
  );
  expect(repeatedWords(repeated({ outcome: 'not_tried', sentence: 'no sandbox was free' }))).toBe(
    'It was not run once more: no sandbox was free.',
  );
});

test('each report stands beside the one of the solution, and what is missing is empty', () => {
  expect(repeatedRows(repeated({ reported: { 0: [2, null] }, expected: { 0: [2], 1: [3] } }))).toEqual([
    { rank: 0, report: 1, reported: 2, expected: 2 },
    { rank: 0, report: 2, reported: null, expected: null },
    { rank: 1, report: 1, reported: null, expected: 3 },
  ]);
});
