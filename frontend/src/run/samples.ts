import type { RankSampled } from '../protocol';

/** What a rank used at a moment, for a line that shows the last minute. */
export interface Used {
  readonly at: number;
  readonly cpuPercent: number;
  readonly rssBytes: number;
  /** Null where it uses no GPU, or where that is not known. */
  readonly gpuPercent: number | null;
  readonly gpuBytes: number | null;
}

/** What a rank said of itself last, and the most memory that it ever said. `at` is in seconds since the run began. */
export interface SampledRank extends RankSampled {
  readonly at: number;
  readonly peakRssBytes: number;
  /** Null where it never used one. */
  readonly peakGpuBytes: number | null;
  /** Its last minute, the newest last. */
  readonly used: readonly Used[];
  /** Since the sample before; null at the first. */
  readonly stepsPerSecond: number | null;
  readonly reportsPerSecond: number | null;
}

/** Samples, a second apart, that are drawn. */
export const USED_KEPT = 60;

/** The newest attempt's ranks. An attempt's samples go when the next one's come. */
export interface SampleBook {
  readonly attempt: number;
  readonly ranks: ReadonlyMap<number, SampledRank>;
}

/** A book keeps at most this many ranks, whatever a program says. */
export const RANKS_KEPT = 256;

export const NO_SAMPLES: SampleBook = { attempt: 0, ranks: new Map() };

/** The book with one sample more. A late one of an earlier attempt says nothing about now. */
export function withSample(book: SampleBook, sample: RankSampled, at: number): SampleBook {
  if (sample.attempt < book.attempt) return book;
  const ranks = new Map(sample.attempt === book.attempt ? book.ranks : []);
  const before = ranks.get(sample.rank);
  if (!before && ranks.size >= RANKS_KEPT) return book;
  const peakRssBytes = Math.max(before?.peakRssBytes ?? 0, sample.rss_bytes);
  const gpuBytes = [before?.peakGpuBytes, sample.gpu_memory_bytes].filter((bytes) => bytes != null);
  const now: Used = {
    at,
    cpuPercent: sample.cpu_percent,
    rssBytes: sample.rss_bytes,
    gpuPercent: sample.gpu_percent,
    gpuBytes: sample.gpu_memory_bytes,
  };
  const used = [...(before?.used ?? []), now].slice(-USED_KEPT);
  const seconds = before ? at - before.at : 0;
  const rate = (of: 'steps' | 'reports'): number | null =>
    before && seconds > 0 ? Math.max(0, sample[of] - before[of]) / seconds : null;
  ranks.set(sample.rank, {
    ...sample,
    at,
    peakRssBytes,
    peakGpuBytes: gpuBytes.length > 0 ? Math.max(...gpuBytes) : null,
    used,
    stepsPerSecond: rate('steps'),
    reportsPerSecond: rate('reports'),
  });
  return { attempt: sample.attempt, ranks };
}

/** What a rank of this attempt said last; null before its first word. */
export function sampleOf(book: SampleBook, attempt: number, rank: number): SampledRank | null {
  return book.attempt === attempt ? (book.ranks.get(rank) ?? null) : null;
}

/** The last minute of one thing that a rank used, as far as it is known. */
export function usedOf({ used }: SampledRank, what: Exclude<keyof Used, 'at'>): number[] {
  return used.flatMap((moment) => moment[what] ?? []);
}
