import { expect, test } from 'vitest';
import type { FaultInjected } from '../protocol';
import {
  afflictionOf,
  failedFaultWords,
  FAULTS_KEPT,
  faultWords,
  withFault,
  type FaultState,
} from './faults';
import { fault } from './recovering.fixture';

function after(...faults: FaultInjected[]): readonly FaultState[] {
  return faults.reduce<readonly FaultState[]>((known, one, at) => withFault(known, one, at), []);
}

test('a paused rank is paused until it is resumed, or killed', () => {
  expect(afflictionOf(after(fault('pause')), 1, 1).paused).toBe(true);
  expect(afflictionOf(after(fault('pause'), fault('resume')), 1, 1).paused).toBe(false);
  expect(afflictionOf(after(fault('pause'), fault('kill')), 1, 1)).toMatchObject({
    paused: false,
    killedBy: 'person',
  });
});

test('a fault holds for its own rank in its own attempt', () => {
  const faults = after(fault('slow', { seconds: 1 }));
  expect(afflictionOf(faults, 1, 1).slow).toBe(1);
  expect(afflictionOf(faults, 2, 1).slow).toBe(0);
  expect(afflictionOf(faults, 1, 0).slow).toBe(0);
});

test('only so many faults are kept', () => {
  const faults = after(...Array.from({ length: FAULTS_KEPT + 5 }, () => fault('slow')));
  expect(faults).toHaveLength(FAULTS_KEPT);
});

test('who killed a rank is said', () => {
  expect(faultWords(fault('kill', { by: 'plan' }))).toBe('rank 1 killed by the server (SIGKILL)');
  expect(faultWords(fault('kill'))).toBe('rank 1 killed by you (SIGKILL)');
});

test('what could not be brought about is said with its reason, and whose wish it was', () => {
  const failed = {
    kind: 'fault_failed',
    action: 'kill',
    by: 'plan',
    rank: 7,
    reason: 'there is no rank 7',
  } as const;
  expect(failedFaultWords(failed)).toBe('To kill rank 7, planned with the run: there is no rank 7.');
  expect(failedFaultWords({ ...failed, action: 'kill_node', by: 'person' })).toBe(
    'To kill the node of rank 7, asked for by you: there is no rank 7.',
  );
});
