import type { Lane } from './lanes';
import type { RunState } from './state';
import type { Activity } from './timespent';

/** What a lane shows beside its slices: what is known of a rank without a word of its own, or not yet told. */
export interface Stretch {
  readonly kind: 'doing' | 'paused' | 'dead';
  /** What it is in; null for those of the other kinds. */
  readonly activity: Activity | null;
  readonly from: number;
  readonly to: number;
}

/** A rank that goes on changes what it is in sooner; where it was at one moment says nothing about the next. */
const STANDS_SECONDS = 0.3;

/** The stretches of one rank's lane until `now`, in seconds since the run began. */
export function stretches(run: RunState, rank: number, now: number): Stretch[] {
  const lane = run.lanes.lanes.get(rank) ?? null;
  const over = run.end === null ? now : run.end.time - (run.zero ?? run.end.time);
  return run.attempts
    .filter(({ ranks }) => ranks.some((other) => other.rank === rank))
    .flatMap(({ attempt, endedAt }): Stretch[] => {
      const end = endedAt ?? over;
      const died = diedAt(run, attempt, rank);
      return [
        ...beforeItsWord(run, lane, attempt),
        ...standing(run, lane, attempt, rank, died ?? end),
        ...paused(run, attempt, rank, died ?? end),
        ...(died === null ? [] : [stretch('dead', died, end)]),
      ];
    })
    .filter(({ from, to }) => to > from);
}

/** When a rank failed or was killed, whatever came first; null while it lives. */
export function diedAt(run: RunState, attempt: number, rank: number): number | null {
  const failures = run.failures.filter((failure) => failure.attempt === attempt && failure.rank === rank);
  const kills = run.faults.filter(
    (fault) =>
      (fault.action === 'kill' || fault.action === 'kill_node') &&
      fault.attempt === attempt &&
      fault.rank === rank,
  );
  const first = Math.min(...[...failures, ...kills].map(({ at }) => at));
  return Number.isFinite(first) ? first : null;
}

/** Its process is made from the moment when Ray places the workers; its own word begins when it runs. */
function beforeItsWord(run: RunState, lane: Lane | null, attempt: number): Stretch[] {
  const index = lane?.attempts.indexOf(attempt) ?? -1;
  const first = index < 0 ? null : (lane?.starts[index] ?? null);
  if (first === null) return [];
  const previousEnd = index > 0 ? (lane?.ends[index - 1] ?? 0) : -Infinity;
  const placed = run.phases
    .filter(({ phase }) => phase === 'workers')
    .map(({ startedAt }) => startedAt - (run.zero ?? startedAt))
    .filter((at) => at <= first && at > previousEnd)
    .at(-1);
  return placed === undefined ? [] : [stretch('doing', placed, first, 'starting')];
}

/** What it stands in and has not left: a slice is told when it is over. */
function standing(run: RunState, lane: Lane | null, attempt: number, rank: number, end: number): Stretch[] {
  const sample = run.samples.attempt === attempt ? run.samples.ranks.get(rank) : undefined;
  if (!sample) return [];
  const told = lane?.attempts.at(-1) === attempt ? (lane.ends.at(-1) ?? 0) : 0;
  const since = sample.at - sample.seconds;
  if (sample.at < told || sample.seconds < STANDS_SECONDS) return [];
  // What torch says that DDP waits for, inside a pass, is waiting.
  const activity = sample.collective === null ? sample.activity : 'collective';
  return [stretch('doing', Math.max(told, since), end, activity)];
}

function paused(run: RunState, attempt: number, rank: number, end: number): Stretch[] {
  const found: Stretch[] = [];
  let since: number | null = null;
  for (const fault of run.faults) {
    if (fault.attempt !== attempt || fault.rank !== rank) continue;
    if (fault.action === 'pause') since ??= fault.at;
    if (fault.action === 'resume' && since !== null) {
      found.push(stretch('paused', since, fault.at));
      since = null;
    }
  }
  return since === null ? found : [...found, stretch('paused', since, end)];
}

function stretch(kind: Stretch['kind'], from: number, to: number, activity: Activity | null = null): Stretch {
  return { kind, activity, from, to };
}
