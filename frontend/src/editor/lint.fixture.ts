import type { LintClient, Problem } from '../lint/client';

/** A linter whose answers the test gives. */
export class FakeLint implements LintClient {
  readonly status = { phase: 'ready', loadedBytes: 0, totalBytes: 0 } as const;
  readonly problems: readonly Problem[] = [];
  readonly linted = null;
  readonly answers = {};
  readonly asked: { source: string; answer: (result: Problem[] | 'stale') => void }[] = [];

  subscribe = () => () => undefined;
  start = () => undefined;
  pause = () => undefined;
  use = () => undefined;
  destroy = () => undefined;

  lint(source: string): Promise<Problem[] | 'stale'> {
    return new Promise((answer) => this.asked.push({ source, answer }));
  }
}
