import { SvelteMap } from 'svelte/reactivity';
import type { Server } from '../socket/http';

/** The solutions that the learner has asked for on this visit. The server gives one when it is asked, and not before. */
export class Solutions {
  private readonly shown = new SvelteMap<string, string>();

  constructor(private readonly server: Pick<Server, 'solution'>) {}

  /** The solution of an exercise; null until it was asked for. */
  of(exerciseId: string): string | null {
    return this.shown.get(exerciseId) ?? null;
  }

  async ask(exerciseId: string): Promise<string> {
    const source = this.shown.get(exerciseId) ?? (await this.server.solution(exerciseId));
    this.shown.set(exerciseId, source);
    return source;
  }
}
