import type { RecordedRun } from '../protocol';

/** Folder of the page with what a server would say, written when the page was built. */
const FOLDER = 'offline/';

/** Files beside the page, for when no server answers: the exercises, and a recorded run of each. */
export class Shelf {
  private readonly base: string;

  constructor(page: string) {
    this.base = new URL(FOLDER, page).href;
  }

  /** What a server would answer to a path such as `api/exercises`; null where that was not written down. */
  async read(path: string): Promise<unknown> {
    return this.json(`${path.replace(/^api\//, '')}.json`);
  }

  /** The recordings that there are. */
  async recordings(): Promise<RecordedRun[]> {
    const listed = await this.json('recordings.json');
    return Array.isArray(listed) ? (listed as RecordedRun[]) : [];
  }

  /** One of them, packed. */
  async recording(file: string): Promise<Blob> {
    const answer = await fetch(this.url(file)).catch(() => null);
    if (!answer?.ok) {
      throw new Error(`The recording ${file} could not be loaded. Look at your connection, then try again.`);
    }
    return answer.blob();
  }

  /** Where a recording lies. */
  url(file: string): string {
    return new URL(file, this.base).href;
  }

  private async json(file: string): Promise<unknown> {
    const answer = await fetch(this.url(file), { cache: 'no-cache' }).catch(() => null);
    // Some hosts answer every unknown path with the page itself.
    if (!answer?.ok || !isJson(answer)) return null;
    return answer.json().catch(() => null) as Promise<unknown>;
  }
}

export function isJson(answer: Response): boolean {
  return answer.headers.get('content-type')?.includes('json') ?? false;
}
