import type { Completer } from '../completion/client';
import type { Answers, Asked, Kind } from '../completion/messages';

/** Completion whose answers the spec gives: at once, or when it says so. */
export class FakeCompleter implements Completer {
  readonly wanted: ('typing' | 'key')[] = [];
  readonly asked: { readonly kind: Kind; readonly asked: Asked | { readonly index: number } }[] = [];
  /** What comes at once; a question without one waits in `waiting`. */
  readonly answers: { [K in Kind]?: Answers[K]['answer'] } = {};
  readonly waiting: ((answer: unknown) => void)[] = [];

  want(by: 'typing' | 'key'): void {
    this.wanted.push(by);
  }

  ask<K extends Kind>(kind: K, asked: Answers[K]['asked']): Promise<Answers[K]['answer'] | null> {
    this.asked.push({ kind, asked });
    const answer = this.answers[kind];
    if (answer !== undefined) return Promise.resolve(answer);
    return new Promise((resolve) => this.waiting.push(resolve as (answer: unknown) => void));
  }
}
