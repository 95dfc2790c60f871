import type { RunState } from '../run/state';
import { Pace } from './pace';

/** Nobody reads a number that stands for less, and text that changes each frame costs more than the curves. */
const READ_MS = 120;

/** The run on the page, at two paces: what is drawn follows it each frame, what is read a few times a second. */
export class ShownRun {
  drawn = $state.raw<RunState | null>(null);
  read = $state.raw<RunState | null>(null);
  private readonly pace = new Pace<RunState>((run) => (this.read = run), READ_MS);

  /** The run went on, or somebody went to another second of it. */
  follow(run: RunState): void {
    this.drawn = run;
    this.pace.offer(run);
  }

  /** Another run is shown, or none. */
  set(run: RunState | null): void {
    this.pace.drop();
    this.drawn = this.read = run;
  }
}
