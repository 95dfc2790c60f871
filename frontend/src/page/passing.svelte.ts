import { SvelteMap } from 'svelte/reactivity';
import type { RunState } from '../run/state';
import type { Memory } from './memory';

/** The learner's last version of each exercise that passed. */
export class Passing {
  private readonly read = new SvelteMap<string, string | null>();

  constructor(private readonly memory: Memory) {}

  /** Null where none has passed in this browser. */
  of(exerciseId: string): string | null {
    return this.read.get(exerciseId) ?? this.memory.get(`passing.${exerciseId}`);
  }

  /** Keep the program of a passed run. One that somebody else's link shows is not the learner's own: see `isOwn`. */
  note(run: RunState | null, isOwn: (run: RunState) => boolean): void {
    if (!run?.verdict?.passed || run.source === null || !isOwn(run)) return;
    const { exercise_id: exerciseId } = run.verdict;
    this.read.set(exerciseId, run.source);
    this.memory.set(`passing.${exerciseId}`, run.source);
  }
}
