import type { StepsObserved } from '../protocol';
import { grouped } from './grouped';
import type { ObservedReport } from './steps';

/**
 * Whether the ranks were in step at a report. `waiting`: some have not made it yet. `unknown`: there is nothing to
 * compare (one rank, or no hashes).
 */
export interface Agreement {
  readonly state: 'same' | 'parted' | 'waiting' | 'unknown';
  /** The ranks that have other weights than most; all of them when no two agree. */
  readonly apart: readonly number[];
  /** The weights are equal and the ways to them were not. */
  readonly historyOnly: boolean;
}

export function agreement(report: ObservedReport, worldSize: number): Agreement {
  const hashed = report.ranks.filter((rank) => rank.parameters_hash !== '');
  const groups = grouped(hashed, (rank) => `${rank.parameters_hash}/${rank.history_hash}`);
  if (groups.size > 1) {
    const largest = Math.max(...[...groups.values()].map((ranks) => ranks.length));
    const most = [...groups.values()].filter((ranks) => ranks.length === largest);
    const apart = most.length === 1 ? hashed.filter((rank) => !most[0]?.includes(rank)) : hashed;
    const historyOnly = new Set(hashed.map((rank) => rank.parameters_hash)).size === 1;
    return { state: 'parted', apart: apart.map(({ rank }) => rank), historyOnly };
  }
  const state = report.ranks.length < worldSize ? 'waiting' : hashed.length < 2 ? 'unknown' : 'same';
  return { state, apart: [], historyOnly: false };
}

/** What an agreement is in words. */
export function agreementWords(report: ObservedReport, { state, apart, historyOnly }: Agreement): string {
  const head = `Report ${report.index + 1}${report.attempt > 1 ? ` of attempt ${report.attempt}` : ''}`;
  switch (state) {
    case 'same':
      return `${head}: all ranks have the same weights.`;
    case 'waiting':
      return `${head}: not every rank has made it.`;
    case 'unknown':
      return `${head}: there is nothing to compare.`;
    case 'parted': {
      if (historyOnly) return `${head}: the weights are equal, and were not after each step before.`;
      const named = apart.length === 1 ? `rank ${apart[0]} has` : `ranks ${apart.join(', ')} have`;
      const all = apart.length === report.ranks.length;
      return `${head}: ${all ? `${named} weights of their own` : `${named} other weights than the rest`}.`;
    }
  }
}

/** The traffic of one rank's step: the mean over its steps since the report before. Null without a step. */
export function perStep(
  rank: Pick<StepsObserved, 'steps' | 'all_reduce_bytes' | 'all_reduce_milliseconds'>,
): { bytes: number; milliseconds: number } | null {
  if (rank.steps === 0) return null;
  return {
    bytes: rank.all_reduce_bytes / rank.steps,
    milliseconds: rank.all_reduce_milliseconds / rank.steps,
  };
}

/** The mean of the ranks' own losses, or null while one is missing. */
export function meanLocalLoss(report: ObservedReport): number | null {
  const losses = report.ranks.map((rank) => rank.local_loss).filter((loss) => loss !== null);
  if (losses.length === 0 || losses.length < report.ranks.length) return null;
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}
