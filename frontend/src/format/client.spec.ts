import { expect, test } from 'vitest';
import { FormatClient, type FormatWorker } from './client';
import type { FormatCommand, FormatReport } from './messages';

class FakeWorker implements FormatWorker {
  onmessage: ((event: MessageEvent<FormatReport>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly commands: FormatCommand[] = [];
  postMessage(command: FormatCommand): void {
    this.commands.push(command);
  }
  terminate(): void {
    this.onmessage = null;
  }
  // For the test: what the worker says.
  tell(data: FormatReport): void {
    this.onmessage?.({ data } as MessageEvent<FormatReport>);
  }
}

function started(): { client: FormatClient; workers: FakeWorker[] } {
  const workers: FakeWorker[] = [];
  const client = new FormatClient(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  });
  return { client, workers };
}

test('nothing is loaded before the first text', async () => {
  const { client, workers } = started();
  expect(client.started).toBe(false);
  const formatted = client.format('x=1');
  expect(workers).toHaveLength(1);
  workers[0]?.tell({ kind: 'done', id: 1, formatted: { kind: 'formatted', text: 'x = 1\n' } });
  expect(await formatted).toEqual({ kind: 'formatted', text: 'x = 1\n' });
});

test('a formatter that could not be loaded is said, and the next text loads it again', async () => {
  const { client, workers } = started();
  const first = client.format('x=1');
  workers[0]?.tell({ kind: 'failed', reason: 'not found' });
  await expect(first).rejects.toThrow('The formatter could not be loaded: not found.');
  void client.format('x=1');
  expect(workers).toHaveLength(2);
});
