import { beforeEach, expect, test } from 'vitest';
import type { Fault, Refused } from '../protocol';
import { AskedFault } from './askedfault.svelte';

const KILL: Fault = { action: 'kill', rank: 1, seconds: 0 };
const FAILED = {
  kind: 'fault_failed',
  attempt: 1,
  rank: 1,
  action: 'kill',
  by: 'person',
  reason: 'it has ended',
} as const;
const REFUSED: Refused = {
  kind: 'refused',
  code: 'bad_input',
  came: 'a fault for train01',
  expected: 'a run of the scratchpad',
  todo: 'try it there',
  request_id: null,
  run_id: 'run-1',
};

let connected: boolean;
let sent: [string, Fault][];
let asked: AskedFault;

beforeEach(() => {
  connected = true;
  sent = [];
  asked = new AskedFault((runId, fault) => {
    if (connected) sent.push([runId, fault]);
    return connected;
  });
});

test('a fault is sent to its run and nothing is said of it', () => {
  asked.ask('run-1', KILL);
  expect(sent).toEqual([['run-1', KILL]]);
  expect(asked.refused).toBeNull();
});

test('without a connection it is not done, and that is said', () => {
  connected = false;
  asked.ask('run-1', KILL);
  expect(asked.refused).toEqual({ fault: KILL, why: expect.stringContaining('not connected') as string });
});

test('what could not be brought about is said of this fault alone', () => {
  asked.ask('run-1', KILL);
  asked.hear({ ...FAILED, rank: 0 });
  asked.hear({ ...FAILED, action: 'pause' });
  asked.hear({ ...FAILED, by: 'plan' });
  expect(asked.refused).toBeNull();
  asked.hear(FAILED);
  expect(asked.refused).toEqual({ fault: KILL, why: 'Not done: it has ended.' });
});

test('a fault that was done is waited for no longer', () => {
  asked.ask('run-1', KILL);
  asked.hear({
    kind: 'fault_injected',
    attempt: 1,
    rank: 1,
    action: 'kill',
    by: 'person',
    reports: 3,
    seconds: 0,
  });
  asked.hear(FAILED);
  expect(asked.refused).toBeNull();
  expect(asked.refuse(REFUSED)).toBe(false);
});

test('a fault that the server does not take says what came, what was expected and what to do', () => {
  asked.ask('run-1', KILL);
  expect(asked.refuse(REFUSED)).toBe(true);
  expect(asked.refused?.why).toBe(
    'Not done: got a fault for train01; expected a run of the scratchpad. What to do: try it there.',
  );
});

test('the next one takes back what was said of the one before', () => {
  asked.ask('run-1', KILL);
  asked.refuse(REFUSED);
  asked.ask('run-1', { ...KILL, rank: 0 });
  expect(asked.refused).toBeNull();
});

test('another run knows nothing of it', () => {
  asked.ask('run-1', KILL);
  asked.drop();
  asked.hear(FAILED);
  expect(asked.refused).toBeNull();
});
