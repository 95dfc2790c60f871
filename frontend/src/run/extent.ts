import type { RunState } from './state';

/** A stretch of an axis: seconds since the run began, or steps. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The room beside what is shown, as a share of it, so that the newest report does not stand on the edge. */
const ROOM = 1 / 50;

/**
 * The stretch of time that has something to show: from the start of the first workers to the newest word of the
 * training. What comes after it, grading and cleaning up, would only press the curves together. Null before there are
 * workers.
 */
export function trainingTime(run: RunState): Range | null {
  const first = run.attempts[0];
  if (!first || run.zero === null) return null;
  const workers = run.phases.find(({ phase }) => phase === 'workers');
  const from = Math.min(first.startedAt, workers ? workers.startedAt - run.zero : Infinity);
  return { from: Math.max(0, from), to: Math.max(from, isOver(run) ? newest(run) : run.at) };
}

/** An axis of something that grows goes on by steps of about this share of it: less than a pixel, and not each frame. */
const STEP = 1 / 1024;

/** That stretch with room on both sides, never before the run began. */
export function withRoom({ from, to }: Range): Range {
  const room = to > from ? (to - from) * ROOM : 0.5;
  const step = 2 ** Math.floor(Math.log2((to - from + 2 * room) * STEP));
  return { from: Math.max(0, from - room), to: Math.ceil((to + room) / step) * step };
}

function isOver(run: RunState): boolean {
  const last = run.phases.at(-1);
  return run.end !== null || last?.phase === 'finishing' || last?.phase === 'apart';
}

function newest(run: RunState): number {
  let time = 0;
  const seen = (at: number | null | undefined): void => {
    if (at !== null && at !== undefined) time = Math.max(time, at);
  };
  for (const { startedAt, endedAt, ranks } of run.attempts) {
    seen(startedAt);
    seen(endedAt);
    for (const rank of ranks) seen(rank.lastReportAt);
  }
  seen(run.checkpoints.saved.at(-1)?.at);
  seen(run.checkpoints.loads.at(-1)?.at);
  seen(run.faults.at(-1)?.at);
  seen(run.failures.at(-1)?.at);
  for (const { since, until } of run.stops) seen(until ?? since);
  return time;
}
