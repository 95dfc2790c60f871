import type { Capabilities, ExerciseSummary, ExerciseView, RecordedRun } from '../protocol';
import type { Backend } from './backend';
import { isJson, type Shelf } from './shelf';

/** A question to the server that got no usable answer. `status` is null when none came at all. */
export class Unanswered extends Error {
  constructor(
    message: string,
    readonly status: number | null,
  ) {
    super(message);
    this.name = 'Unanswered';
  }
}

/** The server's HTTP side, typed. What a server does not answer is looked for on the shelf. */
export class Server {
  /** Whether the last question reached no server of ours: nobody, or a host that knows files alone. */
  away = false;
  /** Server's clock minus this browser's, in seconds; 0 while it cannot be told apart from the answer's delay. */
  clockAhead = 0;

  constructor(
    private readonly backend: Backend,
    private readonly shelf: Shelf | null = null,
  ) {}

  exercises(): Promise<ExerciseSummary[]> {
    return this.get<ExerciseSummary[]>('api/exercises');
  }

  exercise(id: string): Promise<ExerciseView> {
    return this.get<ExerciseView>(`api/exercises/${encodeURIComponent(id)}`);
  }

  async solution(id: string): Promise<string> {
    return (await this.get<{ source: string }>(`api/exercises/${encodeURIComponent(id)}/solution`)).source;
  }

  capabilities(): Promise<Capabilities> {
    return this.get<Capabilities>('api/capabilities');
  }

  /** Where a run can be watched, as a link for others. */
  watchAddress(runId: string, page: string): string {
    return this.backend.own ? this.backend.http(`runs/${runId}`) : new URL(`#runs/${runId}`, page).href;
  }

  /** Where a run downloads as one file. */
  recordingAddress(runId: string): string {
    return this.backend.http(`api/runs/${encodeURIComponent(runId)}/recording`);
  }

  /** The recordings that lie beside the page. */
  recordings(): Promise<RecordedRun[]> {
    return this.shelf?.recordings() ?? Promise.resolve([]);
  }

  /** One of them, packed. */
  recording(file: string): Promise<Blob> {
    if (!this.shelf) throw new Error('There are no recordings beside this page.');
    return this.shelf.recording(file);
  }

  /** The files of a finished run's checkpoint as a zip. */
  async checkpoint(runId: string, name: string): Promise<Blob> {
    const path = `api/runs/${encodeURIComponent(runId)}/checkpoints/${encodeURIComponent(name)}.zip`;
    const answer = await fetch(this.backend.http(path)).catch(() => null);
    if (answer === null) throw this.silence();
    const isZip = answer.headers.get('content-type')?.startsWith('application/zip') ?? false;
    if (!answer.ok || !isZip) throw new Unanswered(await sentence(answer, path), answer.status);
    return answer.blob();
  }

  private async get<T>(path: string): Promise<T> {
    const answer = await fetch(this.backend.http(path), { headers: { accept: 'application/json' } }).catch(
      () => null,
    );
    // A host of files alone answers too, with a page of its own.
    this.away = answer === null || !isJson(answer);
    if (this.away) {
      const kept = await this.shelf?.read(path);
      if (kept !== null && kept !== undefined) return kept as T;
    }
    if (answer === null) throw this.silence();
    this.readClock(answer.headers.get('date'));
    if (!answer.ok) throw new Unanswered(await sentence(answer, path), answer.status);
    return (await answer.json()) as T;
  }

  private silence(): Unanswered {
    return new Unanswered(
      `The server at ${this.backend.name} does not answer. Start it with \`make run\`, then try again.`,
      null,
    );
  }

  private readClock(date: string | null): void {
    const seconds = date === null ? NaN : Date.parse(date) / 1000;
    if (Number.isNaN(seconds)) return;
    const ahead = seconds - Date.now() / 1000;
    // The header counts whole seconds, so less than two says nothing.
    this.clockAhead = Math.abs(ahead) < 2 ? 0 : ahead;
  }
}

/** What the server says went wrong: `came`, `expected` and `todo` as in `Refused`, or FastAPI's `detail`. */
async function sentence(answer: Response, path: string): Promise<string> {
  const body: unknown = await answer.json().catch(() => null);
  if (typeof body === 'object' && body !== null) {
    const said = body as { came?: unknown; expected?: unknown; todo?: unknown; detail?: unknown };
    if (typeof said.came === 'string' && typeof said.expected === 'string' && typeof said.todo === 'string') {
      return refusal({ came: said.came, expected: said.expected, todo: said.todo });
    }
    if (typeof said.detail === 'string') return said.detail;
  }
  return `The server answered ${answer.status} to ${path}. Reload the page; if it stays, look at the server's log.`;
}

/** A refusal as sentences for a person. */
export function refusal(refused: { came: string; expected: string; todo: string }): string {
  return `Got ${refused.came}; expected ${refused.expected}. ${capitalised(refused.todo)}.`.replace(
    /\.\.$/,
    '.',
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
