import type { Command, Event, EventRecord, ExerciseView, RecordedRun } from '../protocol';
import { backendAt } from '../socket/backend';
import { RunSocket, type Wire } from '../socket/client';
import { Server, Unanswered } from '../socket/http';
import { Drafts, type Memory } from './memory';
import { RunDesk } from './runs.svelte';
import { Session } from './session.svelte';
import { SharedEdits } from './shared';

const TRAIN01: ExerciseView = {
  id: 'train01',
  title: 'TorchTrainer',
  summary: '',
  file_name: 'train01.py',
  task: '',
  starter: 'starter',
  hints: [],
  further: [],
  faults_allowed: true,
  nodes: 1,
  checks: [],
};

/** A server that has exercises of every name, or that is away; and what lies beside the page. */
export class FakeServer extends Server {
  override away = false;
  starter = 'starter';
  /** Names that it does not know. */
  unknown: readonly string[] = [];
  listed: RecordedRun[] = [];
  readonly packed = new Map<string, Blob | Promise<Blob>>();

  override exercises(): Promise<{ id: string; title: string; summary: string }[]> {
    return this.answer([TRAIN01]);
  }

  override exercise(id: string): Promise<ExerciseView> {
    if (this.unknown.includes(id)) return Promise.reject(new Unanswered(`There is no exercise ${id}.`, 404));
    return this.answer({ ...TRAIN01, id, starter: this.starter });
  }

  override recordings(): Promise<RecordedRun[]> {
    return Promise.resolve(this.listed);
  }

  override recording(file: string): Promise<Blob> {
    const found = this.packed.get(file);
    return found ? Promise.resolve(found) : Promise.reject(new Error(`${file} could not be loaded.`));
  }

  private answer<T>(value: T): Promise<T> {
    return this.away ? Promise.reject(new Unanswered('The server is away.', null)) : Promise.resolve(value);
  }
}

/** The socket's other end: hears commands, and says what the spec lets it say. */
export class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  readonly heard: Command[] = [];

  send(text: string): void {
    this.heard.push(JSON.parse(text) as Command);
  }

  close(): void {
    this.onclose?.();
  }

  says(answer: object): void {
    this.onmessage?.({ data: JSON.stringify(answer) });
  }

  /** All events of a run, from its first on. */
  records(runId: string, events: readonly Event[]): void {
    const records: EventRecord[] = events.map((event, index) => ({
      run_id: runId,
      seq: index + 1,
      time: 1000 + index,
      event,
    }));
    this.says({ kind: 'recorded', records });
  }
}

/** Somebody at the page: the address and what the browser keeps stay when they come again. */
export class Visit {
  hash = '#train01';
  /** How each address was written. */
  readonly written: [string, 'push' | 'replace'][] = [];
  readonly kept = new Map<string, string>();
  server!: FakeServer;
  wire!: FakeWire;
  session!: Session;

  constructor() {
    this.again();
  }

  /** The page is loaded anew. */
  again(): void {
    const memory: Memory = {
      get: (key) => this.kept.get(key) ?? null,
      set: (key, value) => {
        if (value === null) this.kept.delete(key);
        else this.kept.set(key, value);
      },
    };
    const wire = new FakeWire();
    this.wire = wire;
    this.server = new FakeServer(backendAt('', 'http://127.0.0.1/'));
    const desk = new RunDesk(
      (listeners) => new RunSocket({ connect: () => wire, backoff: { first: 1, longest: 1 }, ...listeners }),
      () => 'request-1',
    );
    const address = {
      read: () => this.hash,
      write: (hash: string, how: 'push' | 'replace') => {
        this.hash = hash;
        this.written.push([hash, how]);
      },
    };
    this.session = new Session(this.server, desk, new Drafts(memory), address, new SharedEdits(memory));
  }

  /** The socket is open from here on. */
  connects(): void {
    this.session.desk.socket.open();
    this.wire.onopen?.();
  }

  /** Follow an address. */
  async goes(hash: string): Promise<void> {
    this.hash = hash;
    await this.session.open();
  }
}
