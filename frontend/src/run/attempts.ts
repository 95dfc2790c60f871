import type { WorkerGroupStarted } from '../protocol';
import type { AttemptState, RankState } from './state';

/** The attempts with the ranks' facts filled in; what a rank did before it was announced is kept. */
export function withAttempt(
  attempts: readonly AttemptState[],
  started: WorkerGroupStarted,
  at: number,
): readonly AttemptState[] {
  const known = attempts.find((attempt) => attempt.attempt === started.attempt);
  const announced = started.ranks.map((facts) => ({
    ...(known?.ranks.find((rank) => rank.rank === facts.rank) ?? emptyRank(facts.rank)),
    facts,
  }));
  const others = (known?.ranks ?? []).filter((rank) => !announced.some((other) => other.rank === rank.rank));
  return replaced(attempts, {
    attempt: started.attempt,
    startedAt: known?.startedAt ?? at,
    endedAt: known?.endedAt ?? null,
    ranks: inOrder([...announced, ...others]),
  });
}

export function withAttemptEnded(
  attempts: readonly AttemptState[],
  attempt: number,
  at: number,
): readonly AttemptState[] {
  return attempts.map((known) => (known.attempt === attempt ? { ...known, endedAt: at } : known));
}

/** The attempts with one rank changed. Both are made when an event about them comes before their worker group's. */
export function withRank(
  attempts: readonly AttemptState[],
  attempt: number,
  rank: number,
  at: number,
  change: (rank: RankState) => RankState,
): readonly AttemptState[] {
  const known = attempts.find((other) => other.attempt === attempt);
  const base = known ?? { attempt, startedAt: at, endedAt: null, ranks: [] };
  const before = base.ranks.find((other) => other.rank === rank) ?? emptyRank(rank);
  const others = base.ranks.filter((other) => other.rank !== rank);
  return replaced(attempts, { ...base, ranks: inOrder([...others, change(before)]) });
}

function emptyRank(rank: number): RankState {
  return {
    rank,
    facts: null,
    wrapper: null,
    parameters: null,
    reports: 0,
    lastMetrics: null,
    lastReportAt: null,
    failed: false,
  };
}

function inOrder(ranks: readonly RankState[]): readonly RankState[] {
  return [...ranks].sort((a, b) => a.rank - b.rank);
}

function replaced(attempts: readonly AttemptState[], changed: AttemptState): readonly AttemptState[] {
  const others = attempts.filter((attempt) => attempt.attempt !== changed.attempt);
  return [...others, changed].sort((a, b) => a.attempt - b.attempt);
}
