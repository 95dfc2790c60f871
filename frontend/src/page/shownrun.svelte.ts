import type { RunState } from '../run/state';
import { Pace } from './pace';
import { ofThisPage, type Visibility } from './visibility';

/** Nobody reads a number that stands for less, and text that changes each frame costs more than the curves. */
const READ_MS = 120;

/**
 * The run on the page, at two paces: what is drawn follows it each frame, what is read a few times a second. Of a run
 * that goes on while nobody sees the page nothing is drawn or written; all of it is there when the page is shown. Its
 * end is not waited with: what somebody passed is kept then.
 */
export class ShownRun {
  drawn = $state.raw<RunState | null>(null);
  read = $state.raw<RunState | null>(null);
  private unseen: RunState | null = null;
  private readonly pace = new Pace<RunState>((run) => (this.read = run), READ_MS);

  constructor(private readonly visibility: Visibility = ofThisPage) {
    visibility.whenShown(() => {
      const run = this.unseen;
      if (run === null) return;
      this.pace.drop();
      this.follow(run);
    });
  }

  /** The run went on, or somebody went to another second of it. */
  follow(run: RunState): void {
    if (this.visibility.hidden && run.end === null) {
      this.unseen = run;
      return;
    }
    this.unseen = null;
    this.drawn = run;
    this.pace.offer(run);
  }

  /** Another run is shown, or none. */
  set(run: RunState | null): void {
    this.unseen = null;
    this.pace.drop();
    this.drawn = this.read = run;
  }
}
