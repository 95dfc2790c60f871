import { beforeEach, expect, test } from 'vitest';
import { CompletionClient, type CompletionWorker } from './client';
import type { CompletionCommand, CompletionReport } from './messages';

class FakeWorker implements CompletionWorker {
  onmessage: ((event: MessageEvent<CompletionReport>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly commands: CompletionCommand[] = [];
  postMessage(command: CompletionCommand): void {
    this.commands.push(command);
  }
  terminate(): void {
    this.onmessage = null;
  }
  // For the test: what the worker says.
  tell(data: CompletionReport): void {
    this.onmessage?.({ data } as MessageEvent<CompletionReport>);
  }
}

const AT = { line: 1, column: 2 };
let worker: FakeWorker;
let client: CompletionClient;

beforeEach(() => {
  worker = new FakeWorker();
  client = new CompletionClient('/pyodide/', undefined, () => worker);
});

test('before it is started there is no answer', async () => {
  expect(await client.ask('complete', { source: 'x.', ...AT })).toBeNull();
  expect(worker.commands).toEqual([]);
});

test('a question waits while it loads, and is answered then', async () => {
  client.start();
  const asked = client.ask('complete', { source: 'x.', ...AT });
  expect(worker.commands.map(({ kind }) => kind)).toEqual(['load']);
  worker.tell({ kind: 'loaded' });
  worker.tell({ kind: 'answered', id: 1, json: '{"prefix":0,"names":[]}' });
  expect(await asked).toEqual({ prefix: 0, names: [] });
});

test('loading that is given up answers nothing, and begins anew when it is started again', async () => {
  client.start();
  const asked = client.ask('complete', { source: 'x.', ...AT });
  client.pause();
  expect(await asked).toBeNull();
  expect(client.state).toBe('idle');
  client.start();
  worker.tell({ kind: 'loaded' });
  client.pause();
  expect(client.state).toBe('ready');
});

test('the newest question of a kind takes the place of the one that waits', async () => {
  client.start();
  worker.tell({ kind: 'loaded' });
  const first = client.ask('complete', { source: 'a.', ...AT });
  const second = client.ask('complete', { source: 'b.', ...AT });
  const third = client.ask('complete', { source: 'c.', ...AT });
  expect(await second).toBeNull();
  worker.tell({ kind: 'answered', id: 1, json: '{"prefix":0,"names":[]}' });
  expect(await first).toEqual({ prefix: 0, names: [] });
  worker.tell({ kind: 'answered', id: 3, json: '{"prefix":1,"names":[]}' });
  expect(await third).toEqual({ prefix: 1, names: [] });
});

test('a worker that failed answers nothing any more', async () => {
  client.start();
  worker.tell({ kind: 'loaded' });
  const asked = client.ask('hover', { source: 'x', ...AT });
  worker.tell({ kind: 'failed', reason: 'out of memory' });
  expect(await asked).toBeNull();
  expect(client.state).toBe('failed');
});
