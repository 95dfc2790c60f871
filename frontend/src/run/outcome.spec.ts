import { expect, test } from 'vitest';
import type { Diagnosis, End, Verdict } from '../protocol';
import { explanations, failedLine, headline, isAdvice } from './outcome';
import { diagnosisOf, ownLine, stopped } from './sampled.fixture';
import { emptyRun, type RunState } from './state';
import { NO_STOPS, withStop, withStopEnded } from './stops';

const ENDED: Pick<RunState, 'end'> = {
  end: { end: 'program_failed', sentence: 'The program raised TypeError.', exitCode: 1, time: 2 },
};

const DIAGNOSIS: Diagnosis = {
  cause: 'result_metrics_none',
  title: 'Result.metrics is None',
  what_happened: '',
  evidence: [],
  where: { file: 'scratch.py', line: 40, function: '<module>', text: '', own: true },
  ranks: [],
  mend: '',
  sketch: null,
  page: null,
  advice: false,
};

function runWith(part: Partial<RunState>): RunState {
  return { ...emptyRun('run-1'), ...part };
}

function verdict(...outcomes: ('passed' | 'failed')[]): Verdict {
  return {
    exercise_id: 'train01',
    passed: outcomes.every((outcome) => outcome === 'passed'),
    explanation: '',
    checks: outcomes.map((outcome, index) => ({
      check_id: `c${index}`,
      title: '',
      outcome,
      basis: 'reported',
      sentence: '',
      evidence: [],
      lines: [],
      sights: [],
    })),
  };
}

test('before the first run the line is quiet', () => {
  expect(headline(null)).toEqual({ tone: 'quiet', text: 'Nothing has run yet' });
});

test('a waiting run says how many go first', () => {
  const queued = runWith({ ahead: 1, phases: [{ phase: 'queued', startedAt: 0, endedAt: null }] });
  expect(headline(queued).text).toBe('Waiting: 1 run goes first');
});

test('a running run says what happens now', () => {
  const training = runWith({ phases: [{ phase: 'training', startedAt: 0, endedAt: null }] });
  expect(headline(training)).toEqual({ tone: 'active', text: 'Every rank runs your training loop' });
});

test('an end that the program is to blame for is red, and one that others made is not', () => {
  const toneOf = (end: End): string =>
    headline(runWith({ end: { end, sentence: '', exitCode: null, time: 2 } })).tone;
  expect((['out_of_memory', 'impossible_request', 'time_limit'] as const).map(toneOf)).toEqual(
    Array(3).fill('failed'),
  );
  expect((['cancelled', 'runner_failed', 'server_stopped'] as const).map(toneOf)).toEqual(
    Array(3).fill('ended'),
  );
  expect(toneOf('completed')).toBe('passed');
});

test('a verdict comes before everything else', () => {
  expect(
    headline(runWith({ ...ENDED, diagnoses: [DIAGNOSIS], verdict: verdict('passed', 'failed') })),
  ).toEqual({
    tone: 'failed',
    text: 'Not yet: 1 of 2 checks passed',
  });
  expect(headline(runWith({ ...ENDED, verdict: verdict('passed') })).tone).toBe('passed');
});

test('a scratchpad run ends with its diagnosis, or with how it ended', () => {
  expect(headline(runWith({ ...ENDED, diagnoses: [DIAGNOSIS] })).text).toBe('Result.metrics is None');
  expect(headline(runWith(ENDED))).toEqual({ tone: 'failed', text: 'The program raised TypeError.' });
});

test('the failed line is the one of the diagnosis', () => {
  expect(failedLine(runWith({ diagnoses: [DIAGNOSIS] }))).toEqual({
    line: 40,
    message: 'Result.metrics is None',
    look: 'failed',
  });
});

test('without a diagnosis it is the learner’s frame nearest to the error', () => {
  const frame = { file: 'train01.py', line: 7, function: 'loop', text: '', own: true };
  const failure = {
    kind: 'worker_failed' as const,
    attempt: 1,
    rank: 2,
    error_type: 'ValueError',
    message: 'no',
    frames: [{ ...frame, file: 'torch/x.py', line: 900, own: false }, frame],
    traceback: '',
    at: 1,
  };
  expect(failedLine(runWith({ failures: [failure] }))).toEqual({
    line: 7,
    message: 'ValueError: no',
    look: 'failed',
  });
  expect(failedLine(runWith({}))).toBeNull();
});

test('a rank that lost another one, and an attempt before the end was reached, mark no line', () => {
  const failure = {
    kind: 'worker_failed' as const,
    attempt: 1,
    at: 1,
    traceback: '',
    error_type: 'RuntimeError',
  };
  const lost = { ...failure, rank: 1, message: 'Connection reset by peer', frames: [ownLine(44)] };
  const died = {
    ...failure,
    rank: 0,
    error_type: 'WorkerHealthCheckFailedError',
    message: 'gone',
    frames: [],
  };
  expect(failedLine(runWith({ failures: [lost, died] }))).toBeNull();
  const raised = { ...failure, rank: 0, message: 'mine', frames: [ownLine(7)] };
  expect(failedLine(runWith({ failures: [raised] }))?.line).toBe(7);
  const end = { end: 'completed', sentence: 'The program ran to its end.', exitCode: 0, time: 2 } as const;
  expect(failedLine(runWith({ failures: [raised], end }))).toBeNull();
});

test('a run that stands still says why, and marks the line, until all go on', () => {
  const where = ownLine(23);
  const stop = stopped('uneven', { diagnosis: diagnosisOf('uneven', { where }) });
  const stops = withStop(NO_STOPS, stop, 1000);
  expect(headline(runWith({ stops }))).toEqual({ tone: 'stopped', text: 'title of uneven' });
  expect(failedLine(runWith({ stops }))).toEqual({
    line: 23,
    message: `The run stands here: ${stop.diagnosis.title}`,
    look: 'waiting',
  });
  const resumed = runWith({ stops: withStopEnded(stops, 9, true) });
  expect(headline(resumed).tone).toBe('active');
  expect(failedLine(resumed)).toBeNull();
});

test('what a stop explained is kept when the run was ended in it, and is said once', () => {
  const stops = withStopEnded(withStop(NO_STOPS, stopped('uneven'), 1000), 9, false);
  const end = { end: 'cancelled', sentence: 'Stopped.', exitCode: null, time: 1009 } as const;
  expect(explanations(runWith({ stops, end })).map(({ cause }) => cause)).toEqual(['uneven']);
  const said = diagnosisOf('uneven');
  expect(explanations(runWith({ stops, end, diagnoses: [said] }))).toEqual([said]);
  expect(explanations(runWith({ stops }))).toEqual([]);
});

test('a line that a stopped run stood at is no failure, and that of one that stood for too long is', () => {
  const diagnosis = diagnosisOf('uneven', { where: ownLine(23) });
  const stops = withStopEnded(withStop(NO_STOPS, stopped('uneven', { diagnosis }), 1000), 9, false);
  const ended = (end: 'cancelled' | 'idle_limit') =>
    runWith({
      stops,
      diagnoses: [diagnosis],
      end: { end, sentence: 'Stopped.', exitCode: null, time: 1009 },
    });
  expect(failedLine(ended('cancelled'))).toEqual({
    line: 23,
    message: `The run stood here: ${diagnosis.title}`,
    look: 'waiting',
  });
  expect(failedLine(ended('idle_limit'))?.look).toBe('failed');
});

test('what is said of a program that did what it should is advice', () => {
  const slow = diagnosisOf('slow_upload', { where: ownLine(3) });
  const end = { end: 'completed', sentence: 'The program ran to its end.', exitCode: 0, time: 2 } as const;
  const run = runWith({ end, diagnoses: [slow] });
  expect(isAdvice(run, slow)).toBe(true);
  expect(headline(run).tone).toBe('passed');
  expect(failedLine(run)).toBeNull();
});

test('advice beside a failure is not why it failed', () => {
  const slow = diagnosisOf('slow_upload', { where: ownLine(3), advice: true });
  const run = runWith({ ...ENDED, diagnoses: [slow, DIAGNOSIS] });
  expect(headline(run).text).toBe('Result.metrics is None');
  expect(failedLine(run)?.line).toBe(40);
});
