import type { Answers, CompletionCommand, CompletionReport, Kind } from './messages';

/** The part of a `Worker` that the client uses. */
export interface CompletionWorker {
  onmessage: ((event: MessageEvent<CompletionReport>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(command: CompletionCommand): void;
  terminate(): void;
}

/** What the editor asks; null is no answer: not loaded, overtaken by a newer question of its kind, or nothing found. */
export interface Completer {
  /** Somebody wants answers, by typing or by a key. Called before `ask`, which waits for what is being loaded then. */
  want(by: 'typing' | 'key'): void;
  ask<K extends Kind>(kind: K, asked: Answers[K]['asked']): Promise<Answers[K]['answer'] | null>;
}

interface Question {
  readonly kind: Kind;
  readonly command: CompletionCommand;
  readonly resolve: (answer: unknown) => void;
}

function createModuleWorker(): CompletionWorker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'completion' });
}

/**
 * Completion, as the page sees it: one question in the worker, and one of each kind waiting, the newest. While
 * it loads questions wait, and the editor goes on without it.
 */
export class CompletionClient implements Completer {
  /** For tests and measurements: what it is doing. */
  state: 'idle' | 'loading' | 'ready' | 'failed' = 'idle';
  private worker: CompletionWorker | null = null;
  private running: Question | null = null;
  private readonly waiting = new Map<Kind, Question>();
  private lastId = 0;

  constructor(
    private readonly assetsUrl: string,
    private readonly onState: (state: CompletionClient['state']) => void = () => undefined,
    private readonly createWorker: () => CompletionWorker = createModuleWorker,
  ) {}

  /** Whoever decides when it is loaded hears of each wish. */
  onWanted: (by: 'typing' | 'key') => void = () => undefined;

  want(by: 'typing' | 'key'): void {
    this.onWanted(by);
  }

  start(): void {
    if (this.worker) return;
    const worker = this.createWorker();
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      this.hear(data);
    };
    worker.onerror = () => {
      this.end('failed');
    };
    this.become('loading');
    worker.postMessage({ kind: 'load', assetsUrl: this.assetsUrl });
  }

  ask<K extends Kind>(kind: K, asked: Answers[K]['asked']): Promise<Answers[K]['answer'] | null> {
    if (this.worker === null) return Promise.resolve(null);
    this.waiting.get(kind)?.resolve(null);
    const command = { kind, id: ++this.lastId, ...asked } as CompletionCommand;
    return new Promise((resolve) => {
      this.waiting.set(kind, { kind, command, resolve: resolve as (answer: unknown) => void });
      this.send();
    });
  }

  /** Give up what is being loaded; `start` begins anew. What has loaded stays. */
  pause(): void {
    if (this.state === 'loading') this.end('idle');
  }

  destroy(): void {
    this.end('idle');
  }

  private send(): void {
    if (this.running || this.state !== 'ready') return;
    const [next] = this.waiting.values();
    if (!next) return;
    this.waiting.delete(next.kind);
    this.running = next;
    this.worker?.postMessage(next.command);
  }

  private hear(report: CompletionReport): void {
    switch (report.kind) {
      case 'loaded':
        this.become('ready');
        this.send();
        break;
      case 'answered':
        this.running?.resolve(JSON.parse(report.json));
        this.running = null;
        this.send();
        break;
      case 'failed':
        this.end('failed');
        break;
      default:
        report satisfies never;
    }
  }

  private end(state: CompletionClient['state']): void {
    this.worker?.terminate();
    this.worker = null;
    for (const question of [this.running, ...this.waiting.values()]) question?.resolve(null);
    this.running = null;
    this.waiting.clear();
    this.become(state);
  }

  private become(state: CompletionClient['state']): void {
    this.state = state;
    this.onState(state);
  }
}
