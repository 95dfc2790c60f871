import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Command, EventRecord, Refused } from '../protocol';
import { RunSocket, type Wire } from './client';

/** A server's end of the wire, as a story is told: it opens, says, hears and breaks. */
class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  readonly heard: Command[] = [];

  send(text: string): void {
    this.heard.push(JSON.parse(text) as Command);
  }

  close(): void {
    this.onclose?.();
  }

  opens(): void {
    this.onopen?.();
  }

  says(answer: object): void {
    this.onmessage?.({ data: JSON.stringify(answer) });
  }

  records(...seqs: number[]): void {
    this.says({ kind: 'recorded', records: seqs.map((seq) => record(seq)) });
  }

  breaks(): void {
    this.onclose?.();
  }
}

function record(seq: number, runId = 'run-1'): EventRecord {
  return { run_id: runId, seq, time: 1000 + seq, event: { kind: 'phase_changed', phase: 'training' } };
}

let wires: FakeWire[];
let seen: number[];
let refusals: Refused[];
let socket: RunSocket;

function wire(): FakeWire {
  const last = wires.at(-1);
  if (!last) throw new Error('the client has not connected');
  return last;
}

function reconnect(): void {
  wire().breaks();
  vi.advanceTimersByTime(1000);
  wire().opens();
}

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  seen = [];
  refusals = [];
  socket = new RunSocket({
    connect: () => {
      wires.push(new FakeWire());
      return wire();
    },
    backoff: { first: 100, longest: 1000 },
    onRecord: ({ seq }) => seen.push(seq),
    onRefused: (refused) => refusals.push(refused),
  });
  socket.open();
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
});

test('a submit made before the connection is open is sent when it opens', async () => {
  const run = socket.submit('train01', 'print(1)', 'request-1');
  expect(wire().heard).toEqual([]);
  wire().opens();
  expect(wire().heard).toEqual([
    { kind: 'submit', request_id: 'request-1', exercise_id: 'train01', source: 'print(1)', nodes: 1 },
  ]);
  wire().says({ kind: 'accepted', request_id: 'request-1', run_id: 'run-1' });
  await expect(run).resolves.toBe('run-1');
});

test('an unanswered submit is sent again with the same request id, an answered one is not', async () => {
  wire().opens();
  const run = socket.submit(null, 'print(1)', 'request-1');
  reconnect();
  expect(wire().heard).toMatchObject([{ kind: 'submit', request_id: 'request-1' }]);
  wire().says({ kind: 'accepted', request_id: 'request-1', run_id: 'run-1' });
  await run;
  reconnect();
  expect(wire().heard).toEqual([{ kind: 'watch', run_id: 'run-1', after_seq: 0 }]);
});

test('a refused submit says why', async () => {
  wire().opens();
  const run = socket.submit(null, '', 'request-1');
  wire().says({
    kind: 'refused',
    code: 'bad_input',
    came: 'an empty program',
    expected: 'some Python',
    todo: 'type some',
    request_id: 'request-1',
    run_id: null,
  });
  await expect(run).rejects.toMatchObject({ refused: { came: 'an empty program' } });
  expect(refusals).toEqual([]);
});

test('after a break the run goes on from the last record seen', () => {
  wire().opens();
  socket.watch('run-1');
  wire().records(1, 2, 3);
  reconnect();
  expect(wire().heard).toEqual([{ kind: 'watch', run_id: 'run-1', after_seq: 3 }]);
  wire().records(4, 5);
  expect(seen).toEqual([1, 2, 3, 4, 5]);
});

test('a record that comes twice is delivered once', () => {
  wire().opens();
  socket.watch('run-1');
  wire().records(1, 2, 2, 1, 3);
  expect(seen).toEqual([1, 2, 3]);
});

test('a gap is asked for once and nothing is delivered out of order', () => {
  wire().opens();
  socket.watch('run-1');
  wire().records(1, 4, 5, 6);
  expect(wire().heard.slice(1)).toEqual([{ kind: 'watch', run_id: 'run-1', after_seq: 1 }]);
  wire().records(2, 3, 4, 5, 6);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
});

test('records of a run that nobody watches are left alone', () => {
  wire().opens();
  socket.watch('run-1');
  socket.unwatch('run-1');
  wire().records(1);
  expect(seen).toEqual([]);
});

test('a cancel that may have been lost is sent again until the run has ended', () => {
  wire().opens();
  socket.watch('run-1');
  socket.cancel('run-1');
  reconnect();
  expect(wire().heard).toContainEqual({ kind: 'cancel', run_id: 'run-1' });
  wire().says({
    kind: 'recorded',
    records: [
      {
        ...record(1),
        event: { kind: 'run_finished', end: 'cancelled', sentence: 'Stopped.', exit_code: null },
      },
    ],
  });
  reconnect();
  expect(wire().heard).not.toContainEqual({ kind: 'cancel', run_id: 'run-1' });
});

test('a refused watch is handed on', () => {
  wire().opens();
  socket.watch('run-1');
  wire().says({
    kind: 'refused',
    code: 'unknown_run',
    came: 'run-1',
    expected: 'a run that exists',
    todo: 'run again',
    request_id: null,
    run_id: 'run-1',
  });
  expect(refusals.map((refused) => refused.run_id)).toEqual(['run-1']);
});

test('the waits grow while the server is away and are short again once it has spoken', () => {
  const waits: number[] = [];
  const note = (): void => {
    const status = socket.status.value;
    if (status.state === 'offline') waits.push(status.retryAt - Date.now());
  };
  for (let tries = 0; tries < 4; tries += 1) {
    wire().breaks();
    note();
    vi.advanceTimersByTime(1000);
  }
  expect(waits[3]).toBeGreaterThanOrEqual(400);
  wire().opens();
  wire().records(1);
  wire().breaks();
  note();
  expect(waits[4]).toBeLessThanOrEqual(100);
});

test('the states can be followed: connecting, open, offline, connecting', () => {
  const states: string[] = [];
  socket.status.subscribe(({ state }) => states.push(state));
  wire().opens();
  wire().breaks();
  socket.retry();
  expect(states).toEqual(['connecting', 'open', 'offline', 'connecting']);
  expect(wires).toHaveLength(2);
});

test('a closed client stays closed', () => {
  wire().opens();
  socket.close();
  vi.advanceTimersByTime(60_000);
  expect(wires).toHaveLength(1);
});
