import type { EventRecord, Refused } from '../protocol';
import { reduce } from '../run/reduce';
import { emptyRun, type RunState } from '../run/state';
import { SubmitRefused, type RunSocket } from '../socket/client';
import type { LinkStatus } from '../socket/status';
import { Publisher } from './publisher';

/** A sentence about something that was not done, and what to do. */
export interface Refusal {
  readonly came: string;
  readonly expected: string;
  readonly todo: string;
}

/** What the page asks of the run that it shows. */
export type Asking = 'nothing' | 'run' | 'stop';

/** The one run on the page: ask for it, stop it, follow it. Panels read `run`; only this class writes it. */
export class RunDesk {
  run = $state.raw<RunState | null>(null);
  link = $state.raw<LinkStatus>({ state: 'connecting', tries: 0 });
  asking = $state<Asking>('nothing');
  refusal = $state.raw<Refusal | null>(null);

  /** The newest state; `run` follows it once a frame. */
  private newest: RunState | null = null;
  private turn = 0;
  private readonly publisher = new Publisher<RunState>((run) => {
    this.run = run;
    if (run.end !== null && this.asking === 'stop') this.asking = 'nothing';
  });

  constructor(
    connect: (listeners: {
      onRecord: (record: EventRecord) => void;
      onRefused: (refused: Refused) => void;
    }) => RunSocket,
    private readonly newRequestId: () => string = () => crypto.randomUUID(),
  ) {
    this.socket = connect({
      onRecord: (record) => {
        this.fold(record);
      },
      onRefused: (refused) => {
        this.refused(refused);
      },
    });
    this.socket.status.subscribe((status) => {
      this.link = status;
    });
  }

  readonly socket: RunSocket;

  /** Whether Run would do nothing now, because one is asked for or going on. */
  get busy(): boolean {
    return this.asking !== 'nothing' || (this.run !== null && this.run.end === null);
  }

  /** Run `source` and follow it. Gives the run's id, or null when it was refused or one is going on already. */
  async submit(exerciseId: string | null, source: string): Promise<string | null> {
    if (this.busy) return null;
    const turn = ++this.turn;
    this.refusal = null;
    this.asking = 'run';
    try {
      const runId = await this.socket.submit(exerciseId, source, this.newRequestId());
      if (turn !== this.turn) {
        this.socket.cancel(runId);
        this.socket.unwatch(runId);
        return null;
      }
      this.begin(runId);
      if (this.stopAsked()) this.socket.cancel(runId);
      else this.asking = 'nothing';
      return runId;
    } catch (error) {
      if (!(error instanceof SubmitRefused)) throw error;
      if (turn !== this.turn) return null;
      this.refusal = error.refused;
      this.asking = 'nothing';
      return null;
    }
  }

  /** Stop the run, also one that the server has not answered yet. */
  stop(): void {
    if (!this.busy) return;
    const submitted = this.asking !== 'run';
    this.asking = 'stop';
    if (submitted && this.newest) this.socket.cancel(this.newest.runId);
  }

  /** Show a run from its first record on, or none. */
  show(runId: string | null): void {
    if (runId === (this.newest?.runId ?? null)) return;
    this.clear();
    if (runId === null) return;
    this.begin(runId);
    this.socket.watch(runId);
  }

  /** Show no run. One that was asked for and not answered yet is stopped when the answer comes. */
  clear(): void {
    this.turn += 1;
    this.refusal = null;
    this.asking = 'nothing';
    this.leave();
  }

  private begin(runId: string): void {
    this.leave();
    this.newest = emptyRun(runId);
    this.run = this.newest;
  }

  private leave(): void {
    if (this.newest) this.socket.unwatch(this.newest.runId);
    this.publisher.drop();
    this.newest = null;
    this.run = null;
  }

  private fold(record: EventRecord): void {
    if (this.newest?.runId !== record.run_id) return;
    this.newest = reduce(this.newest, record);
    this.publisher.offer(this.newest);
  }

  private refused(refused: Refused): void {
    this.refusal = refused;
    this.asking = 'nothing';
    // A run that the server does not know has nothing to show and never will.
    if (refused.run_id !== null && refused.run_id === this.newest?.runId && this.newest.lastSeq === 0) {
      this.leave();
    }
  }

  /** A method, because the compiler believes that `asking` cannot change while `submit` waits. */
  private stopAsked(): boolean {
    return this.asking === 'stop';
  }
}
