import type { Diagnosis, Frame, ProgressStopped, RankSampled, TimeSpent } from '../protocol';

/** A line of the learner's file. */
export function ownLine(line: number, text = 'loss.backward()'): Frame {
  return { file: 'scratch.py', line, function: 'loop', text, own: true };
}

/** What a rank says of itself, for specs: in its loop for a moment unless `part` says otherwise. */
export function sampled(rank: number, part: Partial<RankSampled> = {}): RankSampled {
  return {
    kind: 'rank_sampled',
    attempt: 1,
    rank,
    activity: 'loop',
    seconds: 0.2,
    idle_seconds: 0.2,
    where: null,
    stack: [],
    collective: null,
    collectives: 0,
    reports: 0,
    batches: 0,
    steps: 0,
    cpu_percent: 50,
    starved_percent: 0,
    rss_bytes: 1000,
    raised: null,
    gpu_memory_bytes: null,
    gpu_memory_total_bytes: null,
    gpu_percent: null,
    ...part,
  };
}

/** Where a rank's time went before report `index`. */
export function spent(
  rank: number,
  index: number,
  seconds: TimeSpent['seconds'],
  part: Partial<TimeSpent> = {},
): TimeSpent {
  return { kind: 'time_spent', attempt: 1, rank, index, seconds, ...part };
}

export function diagnosisOf(cause: string, part: Partial<Diagnosis> = {}): Diagnosis {
  return {
    cause,
    title: `title of ${cause}`,
    what_happened: '',
    evidence: [],
    where: null,
    ranks: [],
    mend: '',
    sketch: null,
    page: null,
    advice: false,
    ...part,
  };
}

/** Nothing goes on since second 1001 of the server, and `cause` is why. */
export function stopped(cause: string, part: Partial<ProgressStopped> = {}): ProgressStopped {
  return {
    kind: 'progress_stopped',
    attempt: 1,
    since: 1001,
    ranks: [0, 1],
    hang: true,
    diagnosis: diagnosisOf(cause),
    ...part,
  };
}
