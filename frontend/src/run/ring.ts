import { perStep } from './agreement';
import { afflictionOf } from './faults';
import { currentRanks, type RunState } from './state';

/** One rank in the ring. `traffic` is what a step of it took since the report before; `lost` has failed or was killed. */
export interface RingNode {
  readonly rank: number;
  readonly lost: boolean;
  readonly paused: boolean;
  readonly traffic: { readonly bytes: number; readonly milliseconds: number } | null;
}

/** A rank must wait this much less than the others before it is told: as a share, and in milliseconds. */
const CLEARLY_LESS = 0.5;
const WORTH_TELLING_MS = 5;

/** The ranks of the newest attempt, with the last that each said of its all-reduces. */
export function ringNodes(run: RunState): RingNode[] {
  const attempt = run.attempts.at(-1)?.attempt ?? 1;
  return currentRanks(run).map(({ rank, failed }) => {
    const { killedBy, paused } = afflictionOf(run.faults, attempt, rank);
    const steps = run.steps.reports
      .findLast((report) => report.attempt === attempt && report.ranks.some((other) => other.rank === rank))
      ?.ranks.find((other) => other.rank === rank);
    const traffic = steps && steps.all_reduces > 0 ? perStep(steps) : null;
    return { rank, lost: failed || killedBy !== null, paused, traffic };
  });
}

/** What the milliseconds say of who waits for whom. */
export function shortestWords(nodes: readonly RingNode[]): string {
  const known = nodes.flatMap(({ rank, traffic, lost }) =>
    traffic && !lost ? [{ rank, ms: traffic.milliseconds }] : [],
  );
  const [least, next] = known.sort((a, b) => a.ms - b.ms);
  if (!least || !next) return 'The time of each rank’s all-reduces appears with its first report.';
  if (next.ms >= WORTH_TELLING_MS && least.ms < CLEARLY_LESS * next.ms) {
    return `Rank ${least.rank} has the shortest all-reduce: the others are in it already, and wait for rank ${least.rank}.`;
  }
  return 'All ranks are in it for about as long: none waits much for another.';
}
