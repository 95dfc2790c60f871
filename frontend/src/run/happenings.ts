import type { Mark } from '../charts/input';
import type { MarkKind } from '../charts/signs';
import { restores } from './checkpoints';
import { faultWords } from './faults';
import type { RunState } from './state';
import { stopWords } from './stops';

/** Something on the time axis with its words, for those who do not see the chart or want to know more. */
export interface Happening extends Mark {
  readonly words: string;
}

/** What was done to the run and how it went on, in the order of time. */
export function happenings(run: RunState): Happening[] {
  const faults = run.faults.map((fault) => happening(fault.at, fault.action, fault.rank, faultWords(fault)));
  const failures = run.failures
    .filter(({ attempt, rank }) => !isKilled(run, attempt, rank))
    .map(({ at, rank, error_type }) => happening(at, 'failure', rank, `rank ${rank} failed: ${error_type}`));
  const loads = restores(run.checkpoints).map(({ at, attempt, name }) => {
    const ranks = run.checkpoints.loads.filter((load) => load.attempt === attempt && load.name === name);
    const who = ranks.map(({ rank }) => rank).sort((a, b) => a - b);
    const named = `${who.length === 1 ? 'rank' : 'ranks'} ${who.join(', ')}`;
    return happening(at, 'restore', null, `attempt ${attempt} began from ${name} on ${named}`);
  });
  const stops = run.stops.map((stop) => happening(stop.since, 'stop', null, stopWords(stop)));
  return [...faults, ...failures, ...loads, ...stops].sort((a, b) => a.at - b.at);
}

/** Everything that the chart marks: what happened and each checkpoint. */
export function chartMarks(run: RunState): Mark[] {
  const saved = run.checkpoints.saved.map(({ at }) => ({ at, kind: 'checkpoint' as const, rank: null }));
  return [...saved, ...happenings(run)];
}

/** The kill is the mark; that the rank then failed says nothing more. */
function isKilled(run: RunState, attempt: number, rank: number): boolean {
  return run.faults.some(
    (fault) => fault.action === 'kill' && fault.attempt === attempt && fault.rank === rank,
  );
}

function happening(at: number, kind: MarkKind, rank: number | null, words: string): Happening {
  return { at, kind, rank, words };
}
