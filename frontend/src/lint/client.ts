import { NO_ANSWERS, NO_CONTEXT, written, type ClaimAnswers, type LintContext } from './context';
import type { LintCommand, LintReport } from './messages';
import type { Problem } from './problem';

export type { Fix, Problem } from './problem';

export interface LintStatus {
  /** `loading` lasts from `start()` until the first text can be linted; `failed` until the next `start()`. */
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** Bytes that have arrived, and bytes in all; both 0 until the manifest says how many there are. */
  loadedBytes: number;
  totalBytes: number;
  /** One sentence for the page, where the phase is `failed`. */
  error?: string;
}

export interface LintClient {
  readonly status: LintStatus;
  /** What the newest linted text has; kept while a newer text is being linted. */
  readonly problems: readonly Problem[];
  /** The text that `problems` and `answers` are of; null before the first. */
  readonly linted: string | null;
  /** Which claims of the context hold in that text. */
  readonly answers: ClaimAnswers;
  /** Calls `listener` at once and after each change of `status` or `problems` (Svelte's store contract). */
  subscribe(listener: (client: LintClient) => void): () => void;
  /** Load the linter, or load it again after a failure. */
  start(): void;
  /** Give up what is being loaded, until the next `start()`. What has loaded stays. */
  pause(): void;
  /**
   * Lint `source` as soon as the linter can. A text that a newer call has overtaken gives `stale`. Never rejects:
   * while the linter is loading or failed, the promise waits for it.
   */
  lint(source: string): Promise<Problem[] | 'stale'>;
  /** What texts are linted for from now on. Whoever shows a text has it linted again. */
  use(context: LintContext): void;
  destroy(): void;
}

/** The part of a `Worker` that the client uses. */
export interface LintWorker {
  onmessage: ((event: MessageEvent<LintReport>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(command: LintCommand): void;
  terminate(): void;
}

export interface LintClientOptions {
  /** Where the page is served from, absolute or relative to the page; the linter's files are in `pyodide/` there. */
  baseUrl: string;
  createWorker?: () => LintWorker;
}

interface Request {
  id: number;
  source: string;
  resolve: (result: Problem[] | 'stale') => void;
}

const SIGINT = 2;
const STATUS_IDLE: LintStatus = { phase: 'idle', loadedBytes: 0, totalBytes: 0 };

function createModuleWorker(): LintWorker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'lint' });
}

/**
 * The linter, as the page sees it: one worker, at most one text in it, at most one text waiting.
 *
 * A new text takes the place of the waiting one and interrupts the one that is being linted, so the newest text
 * is never behind another.
 */
export function createLintClient(options: LintClientOptions): LintClient {
  const assetsUrl = new URL('pyodide/', new URL(options.baseUrl, document.baseURI)).href;
  const createWorker = options.createWorker ?? createModuleWorker;
  const interrupt = globalThis.crossOriginIsolated ? new SharedArrayBuffer(1) : null;
  const interruptView = interrupt === null ? null : new Uint8Array(interrupt);
  const listeners = new Set<(client: LintClient) => void>();
  let worker: LintWorker | null = null;
  let status = STATUS_IDLE;
  let problems: readonly Problem[] = [];
  let linted: string | null = null;
  let answers = NO_ANSWERS;
  let context = written(NO_CONTEXT);
  let running: Request | null = null;
  let waiting: Request | null = null;
  let lastId = 0;

  function notify(): void {
    for (const listener of listeners) listener(client);
  }

  function setStatus(next: LintStatus): void {
    status = next;
    notify();
  }

  function sendWaiting(): void {
    if (status.phase !== 'ready' || running !== null || waiting === null) return;
    running = waiting;
    waiting = null;
    worker?.postMessage({ kind: 'lint', id: running.id, source: running.source, context });
  }

  function finish(id: number, found: { problems: Problem[]; answers: ClaimAnswers } | 'stale'): void {
    if (running?.id !== id) return;
    const { source, resolve } = running;
    running = null;
    if (found === 'stale' || waiting !== null) {
      resolve('stale');
    } else {
      resolve(found.problems);
      ({ problems, answers } = found);
      linted = source;
      notify();
    }
    sendWaiting();
  }

  function stopWorker(): void {
    if (worker === null) return;
    worker.onmessage = null;
    worker.onerror = null;
    worker.terminate();
    worker = null;
    // What was in it is linted by the next worker, unless a newer text waits.
    if (waiting === null) waiting = running;
    else running?.resolve('stale');
    running = null;
  }

  function fail(reason: string): void {
    stopWorker();
    setStatus({ ...status, phase: 'failed', error: reason });
  }

  function receive(report: LintReport): void {
    switch (report.kind) {
      case 'progressed':
        setStatus({ ...status, loadedBytes: report.loadedBytes, totalBytes: report.totalBytes });
        break;
      case 'loaded':
        setStatus({ ...status, phase: 'ready', loadedBytes: status.totalBytes });
        sendWaiting();
        break;
      case 'linted':
        finish(report.id, report);
        break;
      case 'interrupted':
        finish(report.id, 'stale');
        break;
      case 'failed':
        fail(report.reason);
        break;
      default:
        report satisfies never;
    }
  }

  const client: LintClient = {
    get status() {
      return status;
    },
    get problems() {
      return problems;
    },
    get linted() {
      return linted;
    },
    get answers() {
      return answers;
    },
    subscribe(listener) {
      listeners.add(listener);
      listener(client);
      return () => listeners.delete(listener);
    },
    start() {
      if (status.phase === 'loading' || status.phase === 'ready') return;
      worker = createWorker();
      worker.onmessage = (event) => {
        receive(event.data);
      };
      worker.onerror = (event) => {
        fail(`The linter stopped: ${event.message || 'its worker could not be started'}.`);
      };
      setStatus({ phase: 'loading', loadedBytes: 0, totalBytes: 0 });
      worker.postMessage({ kind: 'load', assetsUrl, interrupt });
    },
    pause() {
      if (status.phase !== 'loading') return;
      stopWorker();
      setStatus(STATUS_IDLE);
    },
    lint(source) {
      waiting?.resolve('stale');
      if (running !== null && interruptView !== null) Atomics.store(interruptView, 0, SIGINT);
      return new Promise((resolve) => {
        waiting = { id: ++lastId, source, resolve };
        sendWaiting();
      });
    },
    use(next) {
      context = written(next);
    },
    destroy() {
      stopWorker();
      waiting?.resolve('stale');
      waiting = null;
      listeners.clear();
      status = STATUS_IDLE;
    },
  };
  return client;
}
