import { expect, test } from 'vitest';
import { noCheckpointsWords, noCurvesWords } from './absent';
import { emptyRun, type AttemptState, type EndState, type RunState } from './state';

const END: EndState = { end: 'completed', sentence: 'It ended.', exitCode: 0, time: 1 };

function ended(part: Partial<RunState> = {}): RunState {
  return { ...emptyRun('run'), end: END, ...part };
}

function reported(reports: number): Partial<RunState> {
  const rank = {
    rank: 0,
    facts: null,
    wrapper: null,
    parameters: null,
    reports,
    lastMetrics: null,
    lastReportAt: null,
    failed: false,
  };
  const attempt: AttemptState = { attempt: 1, startedAt: 0, endedAt: null, ranks: [rank] };
  return { attempts: [attempt] };
}

test('while a run may still bring something, nothing is said to be missing', () => {
  for (const run of [null, emptyRun('run')]) {
    expect(noCurvesWords(run)).toBeNull();
    expect(noCheckpointsWords(run)).toBeNull();
  }
});

test('a run that ended without a report says so, also where its ranks were up', () => {
  expect(noCurvesWords(ended())).toMatch(/No rank reported anything/);
  expect(noCurvesWords(ended(reported(0)))).toMatch(/No rank reported anything/);
});

test('reports without a number are not called no reports', () => {
  expect(noCurvesWords(ended(reported(2)))).toMatch(/No metric .* is a number/);
});

test('files that never became a checkpoint are told apart from none', () => {
  expect(noCheckpointsWords(ended())).toBe('No checkpoint was reported in this run.');
  const upload = {
    kind: 'checkpoint_uploaded' as const,
    attempt: 1,
    rank: 0,
    index: 0,
    files: [],
    seconds: 0.1,
  };
  const { checkpoints } = emptyRun('run');
  const run = ended({ checkpoints: { ...checkpoints, uploads: [upload] } });
  expect(noCheckpointsWords(run)).toMatch(/was finished/);
});
