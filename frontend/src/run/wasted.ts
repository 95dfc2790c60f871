import type { AttemptState, RunState } from './state';

/** Work of an attempt that the next one had to do again. Times are seconds since the run began. */
export interface Wasted {
  readonly attempt: number;
  readonly from: number;
  readonly to: number;
  /** Reports of the rank that had come furthest. */
  readonly reports: number;
}

/**
 * What each attempt that was followed by another did after the checkpoint from which the other began: the one that the
 * other loaded where that is known, else its own last one. Without one all that it did.
 */
export function wastedWork(run: RunState): Wasted[] {
  return run.attempts.slice(0, -1).flatMap((attempt, index) => {
    const next = run.attempts[index + 1];
    const last = Math.max(...attempt.ranks.map((rank) => rank.lastReportAt ?? 0));
    const most = Math.max(0, ...attempt.ranks.map((rank) => rank.reports));
    if (most === 0 || !next) return [];
    const base = beginningOf(run, attempt, next);
    const reports = most - (base?.reports ?? 0);
    const from = base?.at ?? attempt.startedAt;
    return reports > 0 ? [{ attempt: attempt.attempt, from, to: Math.max(from, last), reports }] : [];
  });
}

function beginningOf(
  run: RunState,
  attempt: AttemptState,
  next: AttemptState,
): { at: number; reports: number } | null {
  const own = run.checkpoints.saved.filter((saved) => saved.attempt === attempt.attempt);
  const load = run.checkpoints.loads.find((other) => other.attempt === next.attempt);
  const base = load ? own.find((saved) => saved.name === load.name) : own.at(-1);
  return base ? { at: base.at, reports: base.index + 1 } : null;
}
