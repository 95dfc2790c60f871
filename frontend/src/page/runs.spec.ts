import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Command, Event, Fault } from '../protocol';
import { RunSocket, type Wire } from '../socket/client';
import { RunDesk } from './runs.svelte';

/** A server at the other end, open from the start. */
class FakeServer implements Wire {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  readonly heard: Command[] = [];
  private seq = 0;

  send(text: string): void {
    this.heard.push(JSON.parse(text) as Command);
  }

  close(): void {
    this.onclose?.();
  }

  says(answer: object): void {
    this.onmessage?.({ data: JSON.stringify(answer) });
  }

  accepts(runId = 'run-1'): void {
    this.seq = 0;
    this.says({ kind: 'accepted', request_id: 'request-1', run_id: runId });
  }

  records(event: Event, runId = 'run-1'): void {
    this.seq += 1;
    const record = { run_id: runId, seq: this.seq, time: 1000 + this.seq, event };
    this.says({ kind: 'recorded', records: [record] });
  }
}

const TRAINING: Event = { kind: 'phase_changed', phase: 'training' };
const FINISHED: Event = { kind: 'run_finished', end: 'cancelled', sentence: 'Stopped.', exit_code: null };

let server: FakeServer;
let desk: RunDesk;

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
    draw();
    return 0;
  });
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  server = new FakeServer();
  desk = new RunDesk(
    (listeners) =>
      new RunSocket({ connect: () => server, backoff: { first: 10, longest: 10 }, ...listeners }),
    () => 'request-1',
  );
  desk.socket.open();
  server.onopen?.();
});

afterEach(() => {
  desk.socket.close();
  vi.unstubAllGlobals();
});

async function runs(): Promise<void> {
  const submitted = desk.submit('train01', 'x = 1');
  server.accepts();
  await submitted;
}

test('a run that was accepted is followed', async () => {
  await runs();
  server.records(TRAINING);
  expect(desk.run).toMatchObject({ runId: 'run-1', lastSeq: 1, end: null });
  expect(desk.busy).toBe(true);
});

test('one run at a time: a second Run while one goes on is not sent', async () => {
  await runs();
  await expect(desk.submit('train01', 'x = 2')).resolves.toBeNull();
  expect(server.heard.filter(({ kind }) => kind === 'submit')).toHaveLength(1);
});

test('Stop cancels the run and the page can run again when it has ended', async () => {
  await runs();
  desk.stop();
  expect(server.heard.at(-1)).toEqual({ kind: 'cancel', run_id: 'run-1' });
  expect(desk.asking).toBe('stop');
  server.records(FINISHED);
  expect(desk.asking).toBe('nothing');
  expect(desk.busy).toBe(false);
});

test('Stop before the server has answered cancels the run as soon as it has a name', async () => {
  const submitted = desk.submit(null, 'x = 1');
  desk.stop();
  server.accepts();
  await submitted;
  expect(server.heard.at(-1)).toEqual({ kind: 'cancel', run_id: 'run-1' });
});

test('a refused program says why and leaves the page ready', async () => {
  const submitted = desk.submit(null, '');
  server.says({
    kind: 'refused',
    code: 'bad_input',
    came: 'an empty program',
    expected: 'some Python',
    todo: 'type some',
    request_id: 'request-1',
    run_id: null,
  });
  await expect(submitted).resolves.toBeNull();
  expect(desk.refusal).toMatchObject({ todo: 'type some' });
  expect(desk.busy).toBe(false);
});

test('a run from the address is watched from its first record', () => {
  desk.show('run-7');
  expect(server.heard).toEqual([{ kind: 'watch', run_id: 'run-7', after_seq: 0 }]);
  server.records(TRAINING, 'run-7');
  expect(desk.run).toMatchObject({ runId: 'run-7', lastSeq: 1 });
});

test('a run that the server does not know is taken off the page, with the reason', () => {
  desk.show('run-7');
  server.says({
    kind: 'refused',
    code: 'unknown_run',
    came: 'run-7',
    expected: 'a run that exists',
    todo: 'run the program again',
    request_id: null,
    run_id: 'run-7',
  });
  expect(desk.run).toBeNull();
  expect(desk.refusal).toMatchObject({ came: 'run-7' });
});

test('a run whose reader went elsewhere before the answer is cancelled and not shown', async () => {
  const submitted = desk.submit('train01', 'x = 1');
  desk.clear();
  server.accepts();
  await expect(submitted).resolves.toBeNull();
  expect(server.heard.at(-1)).toEqual({ kind: 'cancel', run_id: 'run-1' });
  expect(desk.run).toBeNull();
});

const KILL: Fault = { action: 'kill', rank: 1, seconds: 0 };

test('a fault goes to the run on the page', async () => {
  await runs();
  desk.inflict(KILL);
  expect(server.heard.at(-1)).toEqual({ kind: 'inflict', run_id: 'run-1', fault: KILL });
});

test('a fault that could not be brought about is said at its rank', async () => {
  await runs();
  desk.inflict(KILL);
  const failed = { kind: 'fault_failed', rank: 1, action: 'kill', reason: 'rank 1 has ended' } as const;
  server.records({ ...failed, by: 'plan' });
  expect(desk.refusedFault).toBeNull();
  server.records({ ...failed, by: 'person' });
  expect(desk.refusedFault).toMatchObject({ fault: { rank: 1 }, why: 'Not done: rank 1 has ended.' });
  desk.inflict({ ...KILL, rank: 0 });
  expect(desk.refusedFault).toBeNull();
});

test('a fault that is not allowed is said at its rank and the run goes on', async () => {
  await runs();
  desk.inflict(KILL);
  server.says({
    kind: 'refused',
    code: 'bad_input',
    came: 'a fault for a run of train01',
    expected: 'a run of the scratchpad',
    todo: 'try it in the scratchpad',
    request_id: null,
    run_id: 'run-1',
  });
  expect(desk.refusedFault?.why).toContain('try it in the scratchpad');
  expect(desk.refusal).toBeNull();
  expect(desk.run).not.toBeNull();
});

test('a fault without a connection is not kept for later', async () => {
  await runs();
  server.close();
  const before = server.heard.length;
  desk.inflict(KILL);
  expect(server.heard).toHaveLength(before);
  expect(desk.refusedFault?.why).toContain('not connected');
});
