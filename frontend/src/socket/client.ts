import type { Answer, Command, EventRecord, Fault, Refused, Submit } from '../protocol';
import { delay, type Backoff } from './backoff';
import { Observable, type LinkStatus } from './status';

/** The part of a browser's WebSocket that is used here, so that specs can stand in for it. */
export interface Wire {
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface SocketOptions {
  readonly connect: () => Wire;
  readonly backoff: Backoff;
  /** Called once for every record of a watched run, in order of `seq`, without a gap and without a repeat. */
  readonly onRecord: (record: EventRecord) => void;
  /** A refused `Watch`, `Cancel` or `Inflict`, or a command that the server could not read. */
  readonly onRefused: (refused: Refused) => void;
}

/** A `Submit` that the server did not carry out. */
export class SubmitRefused extends Error {
  constructor(readonly refused: Refused) {
    super(refused.came);
    this.name = 'SubmitRefused';
  }
}

interface Pending {
  readonly command: Submit;
  readonly accept: (runId: string) => void;
  readonly refuse: (error: SubmitRefused) => void;
}

interface Watched {
  lastSeq: number;
  /** A `Watch` was sent because of a gap and its first record has not come yet. */
  resuming: boolean;
  cancelling: boolean;
  over: boolean;
}

/**
 * The one connection to the server. It comes back by itself, and what was asked before it broke is asked again:
 * an unanswered `Submit` with its own `request_id` (the server then names the same run), a `Watch` from the last `seq`
 * seen, a `Cancel` of a run that has not ended.
 */
export class RunSocket {
  readonly status = new Observable<LinkStatus>({ state: 'connecting', tries: 0 });
  private wire: Wire | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private tries = 0;
  private closed = false;
  private readonly pending = new Map<string, Pending>();
  private readonly watched = new Map<string, Watched>();

  constructor(private readonly options: SocketOptions) {}

  open(): void {
    if (this.wire !== null || this.closed) return;
    this.stopTimer();
    this.status.set({ state: 'connecting', tries: this.tries });
    const wire = this.options.connect();
    this.wire = wire;
    wire.onopen = () => {
      this.status.set({ state: 'open' });
      this.askAgain();
    };
    wire.onmessage = (message) => {
      this.tries = 0;
      if (typeof message.data === 'string') this.receive(message.data);
    };
    wire.onclose = () => {
      if (this.wire === wire) this.lost();
    };
  }

  /** Try now instead of when the back-off is over. */
  retry(): void {
    if (this.wire === null) this.open();
  }

  close(): void {
    this.closed = true;
    this.stopTimer();
    const wire = this.wire;
    this.wire = null;
    wire?.close();
  }

  /** Ask for a run. Resolves with its id, however often the connection breaks before the answer. */
  submit(exerciseId: string | null, source: string, requestId: string, nodes = 1): Promise<string> {
    const command: Submit = { kind: 'submit', request_id: requestId, exercise_id: exerciseId, source, nodes };
    return new Promise((accept, refuse) => {
      this.pending.set(requestId, { command, accept, refuse });
      this.send(command);
    });
  }

  /** Have the records after `afterSeq` delivered, the old ones and then the new ones as they come. */
  watch(runId: string, afterSeq = 0): void {
    this.watched.set(runId, { lastSeq: afterSeq, resuming: false, cancelling: false, over: false });
    this.send({ kind: 'watch', run_id: runId, after_seq: afterSeq });
  }

  /** Deliver no more records of this run. */
  unwatch(runId: string): void {
    this.watched.delete(runId);
  }

  cancel(runId: string): void {
    const watched = this.watched.get(runId);
    if (watched) watched.cancelling = true;
    this.send({ kind: 'cancel', run_id: runId });
  }

  /** Bring a fault about now. False: there is no connection, and a fault is never sent later than it was meant. */
  inflict(runId: string, fault: Fault): boolean {
    if (this.status.value.state !== 'open') return false;
    this.send({ kind: 'inflict', run_id: runId, fault });
    return true;
  }

  private send(command: Command): void {
    if (this.status.value.state === 'open') this.wire?.send(JSON.stringify(command));
  }

  private askAgain(): void {
    for (const { command } of this.pending.values()) this.send(command);
    for (const [runId, watched] of this.watched) {
      watched.resuming = false;
      this.send({ kind: 'watch', run_id: runId, after_seq: watched.lastSeq });
      if (watched.cancelling && !watched.over) this.send({ kind: 'cancel', run_id: runId });
    }
  }

  private receive(text: string): void {
    const answer = JSON.parse(text) as Answer;
    switch (answer.kind) {
      case 'accepted':
        this.accepted(answer.request_id, answer.run_id);
        break;
      case 'recorded':
        for (const record of answer.records) this.recorded(record);
        break;
      case 'refused':
        this.refused(answer);
        break;
      default: {
        const unknown: never = answer;
        console.warn('the server sent an answer that this page does not know', unknown);
      }
    }
  }

  private accepted(requestId: string, runId: string): void {
    const pending = this.pending.get(requestId);
    if (!pending) return;
    this.pending.delete(requestId);
    this.watched.set(runId, { lastSeq: 0, resuming: false, cancelling: false, over: false });
    pending.accept(runId);
  }

  private recorded(record: EventRecord): void {
    const watched = this.watched.get(record.run_id);
    if (!watched || record.seq <= watched.lastSeq) return;
    if (record.seq > watched.lastSeq + 1) {
      if (watched.resuming) return;
      watched.resuming = true;
      this.send({ kind: 'watch', run_id: record.run_id, after_seq: watched.lastSeq });
      return;
    }
    watched.lastSeq = record.seq;
    watched.resuming = false;
    if (record.event.kind === 'run_finished') watched.over = true;
    this.options.onRecord(record);
  }

  private refused(refused: Refused): void {
    const pending = refused.request_id === null ? undefined : this.pending.get(refused.request_id);
    if (pending) {
      this.pending.delete(pending.command.request_id);
      pending.refuse(new SubmitRefused(refused));
      return;
    }
    this.options.onRefused(refused);
  }

  private lost(): void {
    this.wire = null;
    if (this.closed) return;
    const wait = delay(this.options.backoff, this.tries);
    this.tries += 1;
    this.status.set({ state: 'offline', tries: this.tries, retryAt: Date.now() + wait });
    this.timer = setTimeout(() => {
      this.open();
    }, wait);
  }

  private stopTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}

/** A browser's own WebSocket as a `Wire`. */
export function browserWire(address: string): Wire {
  return new WebSocket(address) as Wire;
}
