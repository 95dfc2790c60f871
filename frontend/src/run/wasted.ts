import type { AttemptState, RunState } from './state';

/** Work of an attempt that the next one had to do again. Times are seconds since the run began. */
export interface Wasted {
  readonly attempt: number;
  readonly from: number;
  readonly to: number;
  /** Reports of the rank that had come furthest. */
  readonly reports: number;
  /** It came after the checkpoint that the next attempt went on from, or that attempt loaded none, or there was none. */
  readonly why: 'after' | 'not loaded' | 'not saved';
}

/** What was lost, in words. */
export function wastedWords({ attempt, from, to, reports, why }: Wasted): string {
  const [counted, lost] = reports === 1 ? ['1 report', 'was lost'] : [`${reports} reports`, 'were lost'];
  const reason = {
    after: `came after the checkpoint and ${lost}`,
    'not loaded': `${lost}, as the next attempt loaded no checkpoint`,
    'not saved': `${lost}, as no checkpoint had been saved`,
  }[why];
  return `${counted} of attempt ${attempt}, ${(to - from).toFixed(1)} s, ${reason}`;
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
    if (reports <= 0) return [];
    const why = base ? 'after' : reasonOf(run, attempt, next);
    return [{ attempt: attempt.attempt, from, to: Math.max(from, last), reports, why }];
  });
}

/** Why all of an attempt was lost. */
function reasonOf(run: RunState, attempt: AttemptState, next: AttemptState): Wasted['why'] {
  if (!run.checkpoints.saved.some((saved) => saved.attempt <= attempt.attempt)) return 'not saved';
  const load = run.checkpoints.loads.find((other) => other.attempt === next.attempt);
  return load?.name === null ? 'not loaded' : 'after';
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
