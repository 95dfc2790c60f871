import type { EventRecord, Fault, Refused } from '../protocol';
import { reduce } from '../run/reduce';
import { emptyRun, type RunState } from '../run/state';
import { SubmitRefused, type RunSocket } from '../socket/client';
import type { LinkStatus } from '../socket/status';
import { Player } from '../replay/player.svelte';
import type { Timeline } from '../replay/timeline';
import { AskedFault, type RefusedFault } from './askedfault.svelte';
import { Publisher } from './publisher';
import { ShownRun } from './shownrun.svelte';
import { Watching } from './watching';

/** A sentence about something that was not done, and what to do. */
export interface Refusal {
  readonly came: string;
  readonly expected: string;
  readonly todo: string;
}

/** What the page asks of the run that it shows. */
export type Asking = 'nothing' | 'run' | 'stop';

/** A browser gives `randomUUID` to pages from https or this machine alone, and a class opens one from the teacher's. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** The one run on the page: ask for it, stop it, follow it. Panels read `run` and draw `drawn`; only this class writes them. */
export class RunDesk {
  link = $state.raw<LinkStatus>({ state: 'connecting', tries: 0 });
  asking = $state<Asking>('nothing');
  refusal = $state.raw<Refusal | null>(null);

  /** Plays the recording that is shown; null while the run is a live one or there is none. */
  player = $state.raw<Player | null>(null);
  /** Whether the shown run may be stopped and hurt from here. A watched one is somebody else's. */
  own = $state(true);

  private readonly shown = new ShownRun();
  /** The newest state; `drawn` follows it once a frame. */
  private newest: RunState | null = null;
  private turn = 0;
  private readonly watching = new Watching();
  private readonly fault = new AskedFault((runId, fault) => this.socket.inflict(runId, fault));
  private readonly publisher = new Publisher<RunState>((run) => {
    this.shown.follow(run);
    if (run.end !== null && this.asking === 'stop') this.asking = 'nothing';
  });

  constructor(
    connect: (listeners: {
      onRecord: (record: EventRecord) => void;
      onRefused: (refused: Refused) => void;
    }) => RunSocket,
    private readonly newRequestId: () => string = randomId,
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

  /** The run as it is told in words and numbers. Those change a few times a second, however fast it goes. */
  get run(): RunState | null {
    return this.shown.read;
  }

  /** The run as it is drawn: the newest that a frame can show. */
  get drawn(): RunState | null {
    return this.shown.drawn;
  }

  /** The fault that was asked for last, when it was not done. */
  get refusedFault(): RefusedFault | null {
    return this.fault.refused;
  }

  /** Whether Run would do nothing now, because one is asked for or going on. */
  get busy(): boolean {
    return this.asking !== 'nothing' || (this.own && this.run !== null && this.run.end === null);
  }

  /** Whether a run is asked for or going on, whoever's it is; a recording is none. */
  get live(): boolean {
    return this.asking !== 'nothing' || (this.player === null && this.run !== null && this.run.end === null);
  }

  /** Whether no rank of that run has reported yet. */
  get starting(): boolean {
    return this.live && (this.asking === 'run' || this.run?.reports === 0);
  }

  /** Run `source` and follow it, the scratchpad's on as many Ray nodes as are asked for. Gives the run's id, or null when it was refused or one is going on already. */
  async submit(exerciseId: string | null, source: string, nodes = 1): Promise<string | null> {
    if (this.busy) return null;
    const turn = ++this.turn;
    this.refusal = null;
    this.asking = 'run';
    try {
      const runId = await this.socket.submit(exerciseId, source, this.newRequestId(), nodes);
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

  /** Do something to one rank of the run. What comes of it is an event of the run, or `refusedFault`. */
  inflict(fault: Fault): void {
    if (this.newest?.end === null) this.fault.ask(this.newest.runId, fault);
  }

  /** Show a run from its first record on, or none. */
  show(runId: string | null): void {
    if (runId === (this.newest?.runId ?? null) && this.player === null) return;
    this.clear();
    if (runId === null) return;
    this.begin(runId);
    this.socket.watch(runId);
  }

  /** Watch somebody's run, which cannot be stopped or hurt from here. Gives its first state that says what it is of. */
  watch(runId: string): Promise<RunState> {
    if (this.newest?.runId === runId && this.newest.source !== null) return Promise.resolve(this.newest);
    this.clear();
    this.begin(runId);
    this.own = false;
    const seen = this.watching.begin();
    this.socket.watch(runId);
    return seen;
  }

  /** Show a recording. It stands at its end until somebody plays it. */
  replay(timeline: Timeline): Player {
    this.clear();
    this.own = false;
    const player = new Player(timeline, (run) => {
      if (this.player === player) this.shown.follow(run);
    });
    this.player = player;
    player.seek(timeline.seconds);
    return player;
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
    this.shown.set(this.newest);
  }

  private leave(): void {
    if (this.newest) this.socket.unwatch(this.newest.runId);
    this.publisher.drop();
    this.watching.leave();
    this.player?.close();
    this.player = null;
    this.own = true;
    this.newest = null;
    this.shown.set(null);
    this.fault.drop();
  }

  private fold(record: EventRecord): void {
    if (this.newest?.runId !== record.run_id) return;
    this.newest = reduce(this.newest, record);
    this.fault.hear(record.event);
    this.publisher.offer(this.newest);
    this.watching.follow(this.newest);
  }

  private refused(refused: Refused): void {
    const ofShown = refused.run_id !== null && refused.run_id === this.newest?.runId;
    if (ofShown && this.fault.refuse(refused)) return;
    if (ofShown && this.watching.refuse(refused)) {
      this.leave();
      return;
    }
    this.refusal = refused;
    this.asking = 'nothing';
    // A run that the server does not know has nothing to show and never will.
    if (ofShown && this.newest?.lastSeq === 0) this.leave();
  }

  /** A method, because the compiler believes that `asking` cannot change while `submit` waits. */
  private stopAsked(): boolean {
    return this.asking === 'stop';
  }
}
