import type { RankSampled } from '../protocol';

/** One moment of a rank's history. Times are seconds since the run began. */
export interface SamplePoint {
  readonly at: number;
  readonly cpuPercent: number;
  readonly rssBytes: number;
}

/** What a rank said of itself last, and a thinned history of its processor and memory. */
export interface SampledRank extends RankSampled {
  readonly at: number;
  readonly peakRssBytes: number;
  readonly history: readonly SamplePoint[];
  /** Seconds between two kept points, at least; it doubles whenever the history is full. */
  readonly interval: number;
}

/** The newest attempt's ranks. An attempt's samples go when the next one's come. */
export interface SampleBook {
  readonly attempt: number;
  readonly ranks: ReadonlyMap<number, SampledRank>;
}

/** A rank keeps at most this many points, and a book at most this many ranks, however long a run is. */
export const POINTS_KEPT = 120;
export const RANKS_KEPT = 256;

export const NO_SAMPLES: SampleBook = { attempt: 0, ranks: new Map() };

/** The book with one sample more. A late one of an earlier attempt says nothing about now. */
export function withSample(book: SampleBook, sample: RankSampled, at: number): SampleBook {
  if (sample.attempt < book.attempt) return book;
  const ranks = new Map(sample.attempt === book.attempt ? book.ranks : []);
  const before = ranks.get(sample.rank);
  if (!before && ranks.size >= RANKS_KEPT) return book;
  const { history, interval } = grown(before, {
    at,
    cpuPercent: sample.cpu_percent,
    rssBytes: sample.rss_bytes,
  });
  const peakRssBytes = Math.max(before?.peakRssBytes ?? 0, sample.rss_bytes);
  ranks.set(sample.rank, { ...sample, at, peakRssBytes, history, interval });
  return { attempt: sample.attempt, ranks };
}

/** What a rank of this attempt said last; null before its first word. */
export function sampleOf(book: SampleBook, attempt: number, rank: number): SampledRank | null {
  return book.attempt === attempt ? (book.ranks.get(rank) ?? null) : null;
}

type Grown = Pick<SampledRank, 'history' | 'interval'>;

/** Every second point goes when there are too many, so that what is left still spans the whole time. */
function grown(before: Grown | undefined, point: SamplePoint): Grown {
  if (!before) return { history: [point], interval: 0 };
  const last = before.history.at(-1);
  if (last && point.at - last.at < before.interval) return before;
  if (before.history.length < POINTS_KEPT)
    return { history: [...before.history, point], interval: before.interval };
  const first = before.history[0]?.at ?? point.at;
  const history = before.history.filter((_, index) => index % 2 === 0);
  return { history: [...history, point], interval: (2 * (point.at - first)) / POINTS_KEPT };
}
