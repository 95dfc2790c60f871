import type { Refused } from '../protocol';
import type { RunState } from '../run/state';

/** A run that the server would not let anybody watch. */
export class WatchRefused extends Error {
  constructor(readonly refused: Refused) {
    super(refused.came);
    this.name = 'WatchRefused';
  }
}

/** Something else was asked for before it was there. */
export class Left extends Error {}

/** Whoever opened the link to a run, and waits until it says what it is of. */
export class Watching {
  private waiting: {
    readonly known: (run: RunState) => void;
    readonly unknown: (reason: Error) => void;
  } | null = null;

  /** Rejects with `WatchRefused` or `Left`. */
  begin(): Promise<RunState> {
    return new Promise((known, unknown) => {
      this.waiting = { known, unknown };
    });
  }

  /** The run went on. */
  follow(run: RunState): void {
    if (run.source === null) return;
    this.waiting?.known(run);
    this.waiting = null;
  }

  /** The server refused something of this run. Whether somebody waited for it. */
  refuse(refused: Refused): boolean {
    if (this.waiting === null) return false;
    this.waiting.unknown(new WatchRefused(refused));
    this.waiting = null;
    return true;
  }

  /** The run leaves the page. */
  leave(): void {
    this.waiting?.unknown(new Left());
    this.waiting = null;
  }
}
