import type { Diagnosis, ProgressStopped } from '../protocol';

/** A time in which nothing went on, in seconds since the run began, with the newest explanation of it. */
export interface StopState {
  readonly attempt: number;
  readonly since: number;
  /** Null while it lasts. */
  readonly until: number | null;
  /** Whether it ended because all ranks went on, and not because the attempt or the run was over. */
  readonly resumed: boolean;
  readonly ranks: readonly number[];
  readonly hang: boolean;
  readonly diagnosis: Diagnosis;
}

/** The newest that are kept: a loop that waits at each step makes many. */
export const STOPS_KEPT = 100;

export const NO_STOPS: readonly StopState[] = [];

/** A stop began, or the one that lasts has a better explanation. `zero` is the unix second of the axis's 0. */
export function withStop(
  stops: readonly StopState[],
  stopped: ProgressStopped,
  zero: number,
): readonly StopState[] {
  const open = openStop(stops);
  const again = open?.attempt === stopped.attempt;
  const since = Math.max(0, stopped.since - zero);
  const state: StopState = {
    attempt: stopped.attempt,
    since: again ? Math.min(open.since, since) : since,
    until: null,
    resumed: false,
    ranks: stopped.ranks,
    hang: stopped.hang,
    diagnosis: stopped.diagnosis,
  };
  const earlier = again ? stops.slice(0, -1) : withStopEnded(stops, since, false);
  return [...earlier, state].slice(-STOPS_KEPT);
}

/** The stop that lasts, if one does, is over. One of a later attempt than `attempt` goes on. */
export function withStopEnded(
  stops: readonly StopState[],
  at: number,
  resumed: boolean,
  attempt = Infinity,
): readonly StopState[] {
  const open = openStop(stops);
  if (!open || open.attempt > attempt) return stops;
  return [...stops.slice(0, -1), { ...open, until: Math.max(open.since, at), resumed }];
}

/** The stop that lasts; null while all goes on. */
export function openStop(stops: readonly StopState[]): StopState | null {
  const last = stops.at(-1);
  return last?.until === null ? last : null;
}

/** One line of it for the list of what happened. */
export function stopWords(stop: StopState): string {
  const { title } = stop.diagnosis;
  if (stop.until === null) return `nothing goes on: ${title}`;
  const seconds = `${(stop.until - stop.since).toFixed(1)} s`;
  const how = stop.resumed ? 'then all ranks went on' : 'until it was ended';
  return `nothing went on for ${seconds}, ${how}: ${title}`;
}
