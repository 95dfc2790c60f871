import type { Formatted } from './formatting';
import type { FormatCommand, FormatReport } from './messages';

/** The part of a `Worker` that the client uses. */
export interface FormatWorker {
  onmessage: ((event: MessageEvent<FormatReport>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(command: FormatCommand): void;
  terminate(): void;
}

function createModuleWorker(): FormatWorker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'format' });
}

/** The formatter, as the page sees it. Its worker starts with the first text; one that failed is made again. */
export class FormatClient {
  private worker: FormatWorker | null = null;
  private readonly asked = new Map<
    number,
    { resolve: (formatted: Formatted) => void; reject: (error: Error) => void }
  >();
  private lastId = 0;

  constructor(private readonly createWorker: () => FormatWorker = createModuleWorker) {}

  /** Whether the formatter was loaded, or is on its way. */
  get started(): boolean {
    return this.worker !== null;
  }

  /** Rejects with a sentence where the formatter could not be loaded. */
  format(source: string): Promise<Formatted> {
    const worker = (this.worker ??= this.start());
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      worker.postMessage({ id, source });
    });
  }

  destroy(): void {
    this.worker?.terminate();
    this.worker = null;
    this.asked.clear();
  }

  private start(): FormatWorker {
    const worker = this.createWorker();
    worker.onmessage = ({ data }) => {
      if (data.kind === 'failed') {
        this.fail(data.reason);
        return;
      }
      this.asked.get(data.id)?.resolve(data.formatted);
      this.asked.delete(data.id);
    };
    worker.onerror = (event) => {
      this.fail(event.message || 'its worker could not be started');
    };
    return worker;
  }

  private fail(reason: string): void {
    const error = new Error(`The formatter could not be loaded: ${reason}.`);
    const waiting = [...this.asked.values()];
    this.destroy();
    for (const { reject } of waiting) reject(error);
  }
}
