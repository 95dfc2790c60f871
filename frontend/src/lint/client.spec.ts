// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLintClient, type LintClient, type LintWorker, type Problem } from './client';
import type { ClaimAnswers, WrittenContext } from './context';
import type { LintCommand, LintReport } from './messages';

class FakeWorker implements LintWorker {
  onmessage: ((event: MessageEvent<LintReport>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly commands: LintCommand[] = [];
  isTerminated = false;

  postMessage(command: LintCommand): void {
    this.commands.push(command);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  // For the test: what the worker says, and what it was asked to lint.
  tell(report: LintReport): void {
    this.onmessage?.(new MessageEvent('message', { data: report }));
  }

  crash(message: string): void {
    this.onerror?.(new ErrorEvent('error', { message }));
  }

  get linted(): { id: number; source: string; context: WrittenContext }[] {
    return this.commands.filter((command) => command.kind === 'lint');
  }
}

const problem: Problem = {
  code: 'RTL101',
  name: 'model-not-prepared',
  severity: 'warning',
  message: 'The model is not prepared.',
  todo: 'Call prepare_model.',
  line: 1,
  column: 0,
  endLine: 1,
  endColumn: 4,
  source: 'trainlint',
  page: 'rules/RTL101.html',
  fix: null,
};

let workers: FakeWorker[];
let client: LintClient;

function worker(): FakeWorker {
  const newest = workers.at(-1);
  if (newest === undefined) throw new Error('No worker was started.');
  return newest;
}

function answerNewest(problems: Problem[], answers: ClaimAnswers = {}): void {
  const id = worker().linted.at(-1)?.id ?? -1;
  worker().tell({ kind: 'linted', id, problems, answers });
}

beforeEach(() => {
  workers = [];
  const createWorker = () => {
    const fake = new FakeWorker();
    workers.push(fake);
    return fake;
  };
  client = createLintClient({ baseUrl: 'https://page.test/course/', createWorker });
});

function becomeReady(): void {
  client.start();
  worker().tell({ kind: 'loaded' });
}

describe('loading', () => {
  it('begins with start, once, with files beside the page', () => {
    expect(client.status.phase).toBe('idle');
    client.start();
    client.start();
    expect(workers).toHaveLength(1);
    expect(worker().commands).toEqual([
      { kind: 'load', assetsUrl: 'https://page.test/course/pyodide/', interrupt: null },
    ]);
    expect(client.status).toEqual({ phase: 'loading', loadedBytes: 0, totalBytes: 0 });
  });

  it('tells the bytes to those who listen, until they leave', () => {
    const seen: string[] = [];
    const leave = client.subscribe(({ status }) => seen.push(`${status.phase} ${status.loadedBytes}`));
    client.start();
    worker().tell({ kind: 'progressed', loadedBytes: 30, totalBytes: 100 });
    worker().tell({ kind: 'loaded' });
    leave();
    client.destroy();
    expect(seen).toEqual(['idle 0', 'loading 0', 'loading 30', 'ready 100']);
  });

  it('that fails says why, keeps the text, and can be tried again', async () => {
    client.start();
    const first = worker();
    const result = client.lint('x');
    first.tell({ kind: 'failed', reason: 'The linter did not load: python_stdlib.zip answered 404.' });
    expect(client.status).toMatchObject({ phase: 'failed' });
    expect(client.status.error).toContain('404');
    expect(first.isTerminated).toBe(true);

    client.start();
    expect(client.status).toEqual({ phase: 'loading', loadedBytes: 0, totalBytes: 0 });
    worker().tell({ kind: 'loaded' });
    answerNewest([problem]);
    expect(await result).toEqual([problem]);
  });
});

describe('linting', () => {
  it('waits for the linter and then sends the newest text alone', async () => {
    const older = client.lint('old');
    const newer = client.lint('new');
    becomeReady();
    expect(worker().linted.map(({ source }) => source)).toEqual(['new']);
    answerNewest([]);
    expect(await older).toBe('stale');
    expect(await newer).toEqual([]);
  });

  it('gives the problems to the caller and to those who listen', async () => {
    becomeReady();
    const listener = vi.fn();
    client.subscribe(listener);
    const result = client.lint('x');
    answerNewest([problem]);
    expect(await result).toEqual([problem]);
    expect(client.problems).toEqual([problem]);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('drops the answer to a text that a newer one has overtaken', async () => {
    becomeReady();
    const older = client.lint('old');
    const newer = client.lint('new');
    expect(worker().linted).toHaveLength(1);
    answerNewest([problem]);
    expect(await older).toBe('stale');
    expect(client.problems).toEqual([]);
    expect(worker().linted.map(({ source }) => source)).toEqual(['old', 'new']);
    answerNewest([]);
    expect(await newer).toEqual([]);
  });

  it('gives stale for a text whose lint was interrupted', async () => {
    becomeReady();
    const older = client.lint('old');
    void client.lint('new');
    worker().tell({ kind: 'interrupted', id: worker().linted[0]?.id ?? -1 });
    expect(await older).toBe('stale');
    expect(worker().linted.at(-1)?.source).toBe('new');
  });

  it('ignores an answer that nobody waits for', () => {
    becomeReady();
    worker().tell({ kind: 'linted', id: 99, problems: [problem], answers: {} });
    expect(client.problems).toEqual([]);
  });
});

describe('what a text is linted for', () => {
  it('goes to the worker with each text, and the answers come back with the problems', async () => {
    becomeReady();
    const unknown = { node: null, labels: null, packages: null, network: null, files: null };
    const cluster = { resources: { CPU: 16 }, nodes: 1, name: 'here', ...unknown };
    client.use({ cluster, claims: { reports: {} } });
    const result = client.lint('x');
    expect(worker().linted[0]?.context).toEqual({
      cluster: JSON.stringify(cluster),
      claims: '{"reports":{}}',
    });
    answerNewest([], { reports: true });
    await result;
    expect([client.linted, client.answers]).toEqual(['x', { reports: true }]);
  });
});

describe('interrupting', () => {
  it('writes SIGINT for a text that runs, and only then, where memory can be shared', () => {
    vi.stubGlobal('crossOriginIsolated', true);
    const isolated = createLintClient({
      baseUrl: 'https://page.test/',
      createWorker: () => {
        const fake = new FakeWorker();
        workers.push(fake);
        return fake;
      },
    });
    vi.unstubAllGlobals();
    isolated.start();
    const load = worker().commands[0];
    if (load?.kind !== 'load' || load.interrupt === null)
      throw new Error('No interrupt buffer was handed over.');
    const buffer = new Uint8Array(load.interrupt);
    worker().tell({ kind: 'loaded' });
    void isolated.lint('old');
    expect(buffer[0]).toBe(0);
    void isolated.lint('new');
    expect(buffer[0]).toBe(2);
  });
});

describe('a pause', () => {
  it('gives up what is being loaded, and the text is linted after the next start', async () => {
    client.start();
    const asked = client.lint('text');
    client.pause();
    expect(worker().isTerminated).toBe(true);
    expect(client.status.phase).toBe('idle');
    becomeReady();
    answerNewest([problem]);
    expect(await asked).toEqual([problem]);
  });

  it('leaves a linter alone that has loaded', () => {
    becomeReady();
    client.pause();
    expect(worker().isTerminated).toBe(false);
    expect(client.status.phase).toBe('ready');
  });
});

describe('a crash', () => {
  it('of the worker becomes a failed status with a sentence', () => {
    becomeReady();
    worker().crash('out of memory');
    expect(client.status).toMatchObject({ phase: 'failed', error: 'The linter stopped: out of memory.' });
  });

  it('loses no text: the next worker lints the newest', async () => {
    becomeReady();
    const older = client.lint('old');
    const newer = client.lint('new');
    worker().crash('');
    becomeReady();
    expect(worker().linted.map(({ source }) => source)).toEqual(['new']);
    answerNewest([]);
    expect(await older).toBe('stale');
    expect(await newer).toEqual([]);
  });
});

describe('destroy', () => {
  it('ends the worker and leaves no promise open', async () => {
    becomeReady();
    const running = client.lint('old');
    const waiting = client.lint('new');
    client.destroy();
    expect(worker().isTerminated).toBe(true);
    expect(await Promise.all([running, waiting])).toEqual(['stale', 'stale']);
  });
});
