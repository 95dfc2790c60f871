import { ranksOf, type MetricColumns, type RankSeries } from '../run/columns';
import { nearestRow, xsOf, type XAxis } from './xaxis';
import { firstAtLeast, numberAt } from '../run/numbers';

/** One rank's value, and where it is on x. */
export interface RankReading {
  readonly rank: number;
  readonly x: number;
  readonly value: number;
}

/** One report as the cursor reads it: that of the rank which is nearest to the pointer. */
export interface Reading {
  readonly attempt: number;
  readonly report: number;
  readonly x: number;
  readonly seconds: number;
}

/** The report that is nearest to a place on x, of the ranks that are not muted. Null while there is none. */
export function readingAt(
  metric: MetricColumns,
  x: XAxis,
  muted: ReadonlySet<number>,
  at: number,
): Reading | null {
  let nearest: { series: RankSeries; row: number } | null = null;
  let distance = Infinity;
  for (const series of shown(metric, muted)) {
    const row = nearestRow(series, x, at);
    if (row === null) continue;
    const away = Math.abs((xsOf(series, x)[row] ?? Infinity) - at);
    if (away < distance) [nearest, distance] = [{ series, row }, away];
  }
  return nearest && reportAt(x, nearest.series, nearest.row);
}

/** The report `by` reports after this one in the order of attempts, by the first rank that is not muted; the ends hold. */
export function readingBeside(
  metric: MetricColumns,
  x: XAxis,
  muted: ReadonlySet<number>,
  from: Reading | null,
  by: number,
): Reading | null {
  const lead = shown(metric, muted)[0];
  if (!lead || lead.values.length === 0) return null;
  const last = lead.values.length - 1;
  const here = from && rowOf(lead, from.attempt, from.report);
  const begin = by < 0 ? last : 0;
  const wanted = Number.isFinite(by) ? (here === null ? begin : here + by) : by;
  return reportAt(x, lead, Math.min(last, Math.max(0, wanted)));
}

function shown(metric: MetricColumns, muted: ReadonlySet<number>): RankSeries[] {
  return ranksOf(metric).flatMap((rank) => {
    const series = muted.has(rank) ? undefined : metric.byRank.get(rank);
    return series ? [series] : [];
  });
}

function reportAt(x: XAxis, of: RankSeries, row: number): Reading {
  const attempt = of.stretches.findLast(({ from }) => from <= row)?.attempt ?? 0;
  const report = numberAt(of.numbers, row) ?? 0;
  return { attempt, report, x: xsOf(of, x)[row] ?? 0, seconds: numberAt(of.times, row) ?? 0 };
}

/** What each rank that is not muted reported in this report; those that did not make it are missing. */
export function valuesOf(
  metric: MetricColumns,
  x: XAxis,
  muted: ReadonlySet<number>,
  { attempt, report }: Pick<Reading, 'attempt' | 'report'>,
): RankReading[] {
  return shown(metric, muted).flatMap((series): RankReading[] => {
    const row = rowOf(series, attempt, report);
    if (row === null) return [];
    return [{ rank: series.rank, x: xsOf(series, x)[row] ?? 0, value: numberAt(series.values, row) ?? NaN }];
  });
}

/** The newest value of each rank that is not muted. */
export function lastValues(metric: MetricColumns, x: XAxis, muted: ReadonlySet<number>): RankReading[] {
  return shown(metric, muted).map((series) => {
    const row = series.values.length - 1;
    return { rank: series.rank, x: xsOf(series, x)[row] ?? 0, value: numberAt(series.values, row) ?? NaN };
  });
}

/** Where a series has this report; null when that rank did not make it, or it did not have the metric. */
export function rowOf(series: RankSeries, attempt: number, report: number): number | null {
  const place = series.stretches.findIndex((stretch) => stretch.attempt === attempt);
  const stretch = series.stretches[place];
  if (!stretch) return null;
  const end = series.stretches[place + 1]?.from ?? series.values.length;
  const row = firstAtLeast(series.numbers.array, report, stretch.from, end);
  return row < end && series.numbers.array[row] === report ? row : null;
}
