import type { RecordedRun } from '../protocol';
import { readRecording } from '../replay/recording';
import { Timeline } from '../replay/timeline';
import { formatRoute } from './route';
import type { Session } from './session.svelte';

/** Recordings: those that lie beside the page, and those that a person opens. */
export class Replays {
  listed = $state.raw<readonly RecordedRun[]>([]);
  /** Whether it is known what lies beside the page. */
  looked = $state(false);
  private turn = 0;

  constructor(private readonly session: Session) {}

  /** Those of the open exercise, the ones that passed first. */
  get here(): readonly RecordedRun[] {
    return this.listed
      .filter(({ exercise_id }) => exercise_id === this.session.exercise?.id)
      .sort((a, b) => Number(b.passed) - Number(a.passed));
  }

  /** Look what lies beside the page. */
  async list(): Promise<void> {
    this.listed = await this.session.server.recordings();
    this.looked = true;
    await this.offer();
  }

  /** Where nothing can be run, show what a run of this exercise looks like. It stands at its end until it is played. */
  async offer(): Promise<void> {
    const [recorded] = this.here;
    const { offline, desk } = this.session;
    // What is read of a recording follows its player by some milliseconds.
    const empty = desk.run === null && desk.player === null;
    if (offline && recorded && empty) await this.show(recorded, false);
  }

  /** Show one that lies beside the page, with the reader's own program left where it is. */
  show(recorded: RecordedRun, play: boolean): Promise<void> {
    return this.attempt(async (current) => {
      const place = this.session.exercise?.id;
      const timeline = await this.timeline(await this.session.server.recording(recorded.file));
      if (current() && this.session.exercise?.id === place) this.replay(timeline, play);
    });
  }

  /** Show one from a file, beside the exercise and with the program that it is of. */
  open(file: Blob, play: boolean): Promise<void> {
    this.session.trouble = null;
    return this.attempt(async (current) => {
      const timeline = await this.timeline(file);
      const queued = timeline.recording.records.find(({ event }) => event.kind === 'run_queued')?.event;
      const program = queued?.kind === 'run_queued' ? queued : null;
      const exercise = await this.session.placeOf(program?.exercise_id ?? null);
      if (!current()) return;
      this.session.address.write(formatRoute({ place: exercise.id, runId: null }), 'push');
      this.session.begin(exercise, program && { source: program.source, from: 'recording' });
      this.replay(timeline, play);
    });
  }

  private async timeline(packed: Blob): Promise<Timeline> {
    return Timeline.of(await readRecording(packed));
  }

  private replay(timeline: Timeline, play: boolean): void {
    const player = this.session.desk.replay(timeline);
    if (!play) return;
    player.play();
    this.session.runsAskedFor += 1;
  }

  /** Do the newest thing that was asked for, and say why when it cannot be done. */
  private async attempt(work: (current: () => boolean) => Promise<void>): Promise<void> {
    const turn = ++this.turn;
    const current = (): boolean => turn === this.turn;
    try {
      await work(current);
    } catch (error) {
      if (current()) this.session.trouble = error instanceof Error ? error.message : String(error);
    }
  }
}
