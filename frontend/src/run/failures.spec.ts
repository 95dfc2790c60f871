import { expect, test } from 'vitest';
import type { Event } from '../protocol';
import { failureGroups, failureWords, foldedFrames } from './failures';
import { fold, group } from './recovering.fixture';
import { ownLine } from './sampled.fixture';

function failure(rank: number, message: string, line = 8, attempt = 1): Event {
  const frames = [ownLine(line), { ...ownLine(90), file: 'ray/train/x.py', own: false }];
  return { kind: 'worker_failed', attempt, rank, error_type: 'RuntimeError', message, frames, traceback: '' };
}

const PASSED_ON: Event = {
  kind: 'program_failed',
  error_type: 'WorkerGroupError',
  message: 'ranks failed',
  frames: [],
  traceback: '',
};
const PEER = 'Connection closed by peer [127.0.0.1]:4000';

test('the same failure of several ranks is said once, with all of them', () => {
  const { causes } = failureGroups(fold(group(1), failure(1, 'no'), failure(0, 'no'), failure(2, 'other')));
  expect(causes.map(({ ranks }) => ranks)).toEqual([[0, 1], [2]]);
});

test('the same failure in two attempts is said for each', () => {
  const { causes } = failureGroups(fold(failure(0, 'no'), failure(0, 'no', 8, 2)));
  expect(causes.map(({ attempt }) => attempt)).toEqual([1, 2]);
});

test('what followed from a failure stands apart from it', () => {
  const { causes, consequences } = failureGroups(
    fold(group(1), failure(0, PEER), failure(1, 'no'), PASSED_ON),
  );
  expect(causes.map(({ ranks }) => ranks)).toEqual([[1]]);
  expect(consequences.map(({ ranks }) => ranks)).toEqual([[0], [null]]);
});

test('a rank whose meeting actor was shut down with its group only followed another', () => {
  const gone = 'The actor died unexpectedly.\n\tclass_name: SynchronizationActor';
  const { causes } = failureGroups(fold(group(1), failure(0, gone), failure(1, 'no')));
  expect(causes.map(({ ranks }) => ranks)).toEqual([[1]]);
});

test('nobody is left with consequences alone', () => {
  expect(failureGroups(fold(group(1), failure(0, PEER))).causes).toHaveLength(1);
  expect(failureGroups(fold(PASSED_ON)).causes).toHaveLength(1);
});

test('a failure of the driver’s own is a cause beside the ranks’', () => {
  const own: Event = { ...PASSED_ON, error_type: 'TypeError' };
  expect(failureGroups(fold(failure(0, 'no'), own)).causes).toHaveLength(2);
});

test('frames of Ray are counted and the learner’s are kept in their order', () => {
  const theirs = { ...ownLine(1), own: false };
  expect(foldedFrames([ownLine(8), theirs, ownLine(40), theirs])).toEqual({
    own: [ownLine(8), ownLine(40)],
    others: 2,
  });
});

test('a failure is a line, and a message of several is unfolded below it', () => {
  const told = (
    error_type: string,
    message: string,
    frames = [ownLine(8)],
  ): ReturnType<typeof failureWords> => failureWords({ error_type, message, frames });
  expect(told('ValueError', 'no')).toEqual({ title: 'ValueError: no', more: null, gone: false });
  expect(told('AssertionError', '')).toEqual({ title: 'AssertionError', more: null, gone: false });
  expect(told('RuntimeError', 'sizes differ:\n  a\n  b')).toEqual({
    title: 'RuntimeError: sizes differ:',
    more: 'RuntimeError: sizes differ:\n  a\n  b',
    gone: false,
  });
  expect(told('KeyError', 'x'.repeat(400)).title).toHaveLength(201);
});

test('of a process that is gone it is said, and what Ray makes of it can be unfolded', () => {
  const message = 'A worker health check failed. Worker info: Worker(...)';
  expect(failureWords({ error_type: 'WorkerHealthCheckFailedError', message, frames: [] })).toEqual({
    title: 'its process ended without a Python error',
    more: `WorkerHealthCheckFailedError: ${message}`,
    gone: true,
  });
  const own = failureWords({ error_type: 'ActorDiedError', message: 'mine', frames: [ownLine(8)] });
  expect(own.title).toBe('ActorDiedError: mine');
});
