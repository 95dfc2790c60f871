import type { ActivitiesTimed, TimeSpent } from '../protocol';
import { ACTIVITIES, summed, sumOf, type Activity, type Parts } from './timespent';

/** The longest that a rank ever waited at a stretch. Times in seconds since the run began. */
export interface Wait {
  readonly activity: Activity;
  readonly from: number;
  readonly seconds: number;
}

/**
 * What one rank was in, over all attempts: slice by slice in the order of time, never overlapping. A slice has the
 * seconds of each activity in it; what changed faster than a slice lasts is in it together.
 *
 * Columns grow in place, as those of the curves do.
 */
export interface Lane {
  readonly rank: number;
  readonly starts: number[];
  readonly ends: number[];
  readonly attempts: number[];
  readonly parts: Parts[];
  /** Sums over the newest attempt. */
  seconds: Parts;
  longestWait: Wait | null;
  /** Whether its slices of the newest attempt are whole reports, in a run that was recorded without finer ones. */
  coarse: boolean;
}

/** `slices` tells that lanes grew. */
export interface LaneBook {
  readonly lanes: ReadonlyMap<number, Lane>;
  readonly slices: number;
}

export const NO_LANES: LaneBook = { lanes: new Map(), slices: 0 };
/** A book keeps at most this many ranks, whatever a program says. */
export const RANKS_KEPT = 256;
/** Slices of all lanes; past that a lane's neighbours are put together, so that a long run still has its begin. */
export const SLICES_KEPT = 160_000;
/** What a rank waits in, for others or for data. DDP's all-reduce is a collective where it is known. */
export const WAITS: readonly Activity[] = ['collective', 'report', 'data', 'checkpoint', 'process_group'];
/** Clocks of a rank's pieces differ by less than this; what is nearer has no gap. */
const JITTER = 0.02;

/** The book with a piece more. `zero` is the unix second of the axis's 0, `at` the newest second on it. */
export function withSlices(book: LaneBook, timed: ActivitiesTimed, zero: number, at: number): LaneBook {
  const found = laneOf(book, timed.rank);
  if (!found) return book;
  const { lane, lanes } = found;
  if (lane.coarse && lane.attempts.at(-1) === timed.attempt) dropAttempt(lane, timed.attempt);
  lane.coarse = false;
  let start = timed.began - zero;
  for (const slice of timed.slices) {
    const parts = known(slice);
    const end = start + sumOf(parts);
    append(lane, timed.attempt, start, Math.min(end, at), parts);
    start = end;
  }
  return grown(lanes, lane);
}

/** What was spent before a report, as one slice, where the run has no finer ones. */
export function withWholeReport(book: LaneBook, spent: TimeSpent, at: number): LaneBook {
  const found = laneOf(book, spent.rank);
  if (!found) return book;
  const { lane, lanes } = found;
  const begins = lane.attempts.at(-1) !== spent.attempt;
  if (!begins && !lane.coarse) return book;
  lane.coarse = true;
  const parts = known(spent.seconds);
  append(lane, spent.attempt, at - sumOf(parts), at, parts);
  return grown(lanes, lane);
}

/** The slice in which `at` lies, by bisection; -1 where there is none. */
export function sliceAt(lane: Lane, at: number): number {
  const index = firstEndingAfter(lane, at);
  return index < lane.starts.length && (lane.starts[index] ?? Infinity) <= at ? index : -1;
}

/** The first slice that ends after `at`; their number where all end before. */
export function firstEndingAfter(lane: Lane, at: number): number {
  let low = 0;
  let high = lane.ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lane.ends[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

function laneOf(book: LaneBook, rank: number): { lane: Lane; lanes: Map<number, Lane> } | null {
  const lanes = book.lanes as Map<number, Lane>;
  const known = lanes.get(rank);
  if (known) return { lane: known, lanes };
  if (lanes.size >= RANKS_KEPT) return null;
  const lane: Lane = {
    rank,
    starts: [],
    ends: [],
    attempts: [],
    parts: [],
    seconds: {},
    longestWait: null,
    coarse: false,
  };
  return { lane, lanes: new Map(lanes).set(rank, lane) };
}

function grown(lanes: Map<number, Lane>, lane: Lane): LaneBook {
  if (lane.starts.length > SLICES_KEPT / Math.max(8, lanes.size)) halve(lane);
  let slices = 0;
  for (const { starts } of lanes.values()) slices += starts.length;
  return { lanes, slices };
}

/** What the page knows by name. Another activity of a newer server takes its time away with it. */
function known(seconds: Parts): Parts {
  const parts: Partial<Record<Activity, number>> = {};
  for (const activity of ACTIVITIES) {
    const spent = seconds[activity] ?? 0;
    if (spent > 0) parts[activity] = spent;
  }
  return parts;
}

function append(lane: Lane, attempt: number, from: number, to: number, parts: Parts): void {
  const last = lane.ends.at(-1) ?? 0;
  const begins = lane.attempts.at(-1) !== attempt;
  const start = from < last || (!begins && from - last < JITTER) ? last : from;
  if (to <= start) return;
  if (begins) {
    lane.seconds = {};
    lane.longestWait = null;
  }
  lane.starts.push(start);
  lane.ends.push(to);
  lane.attempts.push(attempt);
  lane.parts.push(parts);
  lane.seconds = summed(lane.seconds, parts);
  for (const activity of WAITS) {
    const seconds = Math.min(parts[activity] ?? 0, to - start);
    if (seconds > (lane.longestWait?.seconds ?? 0)) lane.longestWait = { activity, from: start, seconds };
  }
}

function dropAttempt(lane: Lane, attempt: number): void {
  while (lane.attempts.at(-1) === attempt) {
    lane.starts.pop();
    lane.ends.pop();
    lane.attempts.pop();
    lane.parts.pop();
  }
  lane.seconds = {};
  lane.longestWait = null;
}

/** Put each slice together with the next one, but for those with a gap or a new attempt between. */
function halve(lane: Lane): void {
  let kept = 0;
  for (let index = 0; index < lane.starts.length; kept += 1) {
    const next = index + 1;
    const together =
      next < lane.starts.length &&
      lane.starts[next] === lane.ends[index] &&
      lane.attempts[next] === lane.attempts[index];
    lane.starts[kept] = lane.starts[index] ?? 0;
    lane.attempts[kept] = lane.attempts[index] ?? 0;
    lane.ends[kept] = lane.ends[together ? next : index] ?? 0;
    lane.parts[kept] = together
      ? summed(lane.parts[index] ?? {}, lane.parts[next] ?? {})
      : (lane.parts[index] ?? {});
    index += together ? 2 : 1;
  }
  for (const column of [lane.starts, lane.ends, lane.attempts, lane.parts]) column.length = kept;
}
