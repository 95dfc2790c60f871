import type { EventRecord } from '../protocol';
import { reduce } from '../run/reduce';
import { emptyRun, type RunState } from '../run/state';
import { BadRecording, type Recording } from './recording';

/** So many states are kept along a recording, so that going back folds a small part of it again. */
export const KEPT_STATES = 24;
const FEWEST_BETWEEN = 200;
/** Folding is done in slices of so many records, so that the page answers meanwhile. */
const SLICE = 4000;

/**
 * A recording as a function of time: what the page shows at any second of it.
 *
 * Folding only goes forward, and a state that was folded on is used up. So copies are kept along the way, and going
 * back folds on from a copy of the last one before.
 */
export class Timeline {
  /** Seconds from the first record to the last. */
  readonly seconds: number;
  /** Server's unix seconds of the first record. */
  readonly zero: number;
  /** Seconds of each record since the first; they never go down. */
  private readonly times: Float64Array;
  private readonly kept: { readonly count: number; readonly state: RunState }[];
  private count = 0;
  private state: RunState;

  private constructor(
    readonly recording: Recording,
    private readonly runId: string,
  ) {
    const { records } = recording;
    this.zero = records[0]?.time ?? 0;
    this.times = new Float64Array(records.length);
    let latest = 0;
    records.forEach((record, index) => {
      latest = Math.max(latest, record.time - this.zero);
      this.times[index] = latest;
    });
    this.seconds = latest;
    this.state = emptyRun(runId);
    this.kept = [{ count: 0, state: emptyRun(runId) }];
  }

  /** Fold a recording through once. Rejects with `BadRecording` when a record of it cannot be shown. */
  static async of(recording: Recording, rest: () => Promise<void> = nextTask): Promise<Timeline> {
    const timeline = new Timeline(recording, recording.header.run_id);
    const { length } = recording.records;
    const between = Math.max(FEWEST_BETWEEN, Math.ceil(length / KEPT_STATES));
    for (let count = 0; count < length;) {
      const target = Math.min(length, count + Math.min(SLICE, between - (count % between)));
      timeline.foldTo(target);
      count = target;
      if (count % between === 0 && count < length)
        timeline.kept.push({ count, state: copied(timeline.state) });
      if (count % SLICE < between) await rest();
    }
    return timeline;
  }

  /** How many records there are by this second. */
  countAt(seconds: number): number {
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.times[middle] ?? 0) <= seconds) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The second of the record number `count`, from 1; 0 before the first. */
  secondOf(count: number): number {
    return count <= 0 ? 0 : (this.times[Math.min(count, this.times.length) - 1] ?? 0);
  }

  /** The run after its first `count` records. The state given before must not be folded on. */
  stateAt(count: number): RunState {
    if (count < this.count) {
      const before = this.kept.findLast((kept) => kept.count <= count);
      this.count = before?.count ?? 0;
      this.state = before ? copied(before.state) : emptyRun(this.runId);
    }
    this.foldTo(count);
    return this.state;
  }

  private foldTo(count: number): void {
    const { records } = this.recording;
    for (; this.count < count; this.count += 1) {
      const record = records[this.count];
      if (!record) return;
      this.state = folded(this.state, record, this.runId);
    }
  }
}

function folded(state: RunState, record: EventRecord, runId: string): RunState {
  try {
    return reduce(state, record.run_id === runId ? record : { ...record, run_id: runId });
  } catch (error) {
    console.error(error);
    throw new BadRecording(
      `record ${record.seq} (${record.event.kind}), which cannot be shown`,
      'a recording as it was downloaded',
      'Download it again, or open it in the version of Allranks that made it',
    );
  }
}

/** A state that can be folded on while the given one stays as it is. */
export function copied(state: RunState): RunState {
  return structuredClone(state);
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
