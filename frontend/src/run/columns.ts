import type { Metric, MetricsReported } from '../protocol';
import { noNumbers, numberAt, type Numbers, push } from './numbers';

/** The reports of one attempt: those from `from` on, up to the next attempt's. */
export interface Stretch {
  readonly attempt: number;
  readonly from: number;
}

/**
 * One rank's values of one metric, a place for each report that had it.
 *
 * The three columns have the same length and are only ever appended to, so what was worked out of their beginning stays
 * true. A value may be NaN or an infinity: it is marked in the chart, never dropped.
 */
export interface RankSeries {
  readonly rank: number;
  /** Seconds since the run began; they never go down. */
  readonly times: Numbers;
  /** Which of the rank's reports in its attempt, from 1, as the page counts them. */
  readonly numbers: Numbers;
  readonly values: Numbers;
  readonly stretches: Stretch[];
  /** How many of the values are finite, and how many of those a logarithmic scale has no place for. */
  finite: number;
  unplaced: number;
}

export interface MetricColumns {
  readonly name: string;
  readonly byRank: Map<number, RankSeries>;
  /** Whether the values of each rank never went down within an attempt, as those of a step do. */
  rising: boolean;
}

/** Every numeric metric of a run, by name, in the order of first sight. */
export type Columns = Map<string, MetricColumns>;

/** A program may make up names without end; the first so many have curves. */
export const METRICS_KEPT = 100;

/** The part of a report that has curves. */
export type Charted = Pick<MetricsReported, 'attempt' | 'rank' | 'index' | 'metrics'>;

/** Append one rank's report to the columns of each of its numeric metrics. */
export function appendReport(columns: Columns, report: Charted, time: number): void {
  for (const [name, metric] of Object.entries(report.metrics)) {
    const value = chartable(metric);
    if (value === null || (columns.size >= METRICS_KEPT && !columns.has(name))) continue;
    append(columnsOf(columns, name), report, time, value);
  }
}

/** What should be charted when nobody chose: `loss`, else a name with "loss" in it, else the first. */
export function firstChoice(names: readonly string[]): string | null {
  return (
    names.find((name) => name === 'loss') ?? names.find((name) => /loss/i.test(name)) ?? names[0] ?? null
  );
}

/** The ranks that reported a metric, in order, as its lines and its legend list them. */
export function ranksOf(columns: MetricColumns): number[] {
  return [...columns.byRank.keys()].sort((a, b) => a - b);
}

/** The ranks that reported any of these metrics, in order. */
export function ranksOfAll(metrics: readonly MetricColumns[]): number[] {
  return [...new Set(metrics.flatMap(ranksOf))].sort((a, b) => a - b);
}

/** Where the stretch at `place` ends. */
export function endOf(series: Pick<RankSeries, 'stretches' | 'values'>, place: number): number {
  return series.stretches[place + 1]?.from ?? series.values.length;
}

function chartable(metric: Metric): number | null {
  if (typeof metric === 'number') return metric;
  if (typeof metric !== 'object' || metric === null) return null;
  return { nan: NaN, inf: Infinity, '-inf': -Infinity }[metric.nonfinite];
}

function columnsOf(columns: Columns, name: string): MetricColumns {
  let found = columns.get(name);
  if (!found) {
    found = { name, byRank: new Map(), rising: true };
    columns.set(name, found);
  }
  return found;
}

function append(columns: MetricColumns, report: Charted, at: number, value: number): void {
  const series = seriesOf(columns, report.rank);
  const sameAttempt = series.stretches.at(-1)?.attempt === report.attempt;
  if (!sameAttempt) series.stretches.push({ attempt: report.attempt, from: series.values.length });
  else if (value < (numberAt(series.values, -1) ?? -Infinity)) columns.rising = false;
  if (Number.isFinite(value)) {
    series.finite += 1;
    if (value <= 0) series.unplaced += 1;
  } else columns.rising = false;
  push(series.times, Math.max(at, numberAt(series.times, -1) ?? 0));
  push(series.numbers, report.index + 1);
  push(series.values, value);
}

function seriesOf(columns: MetricColumns, rank: number): RankSeries {
  let found = columns.byRank.get(rank);
  if (!found) {
    found = {
      rank,
      times: noNumbers(),
      numbers: noNumbers(),
      values: noNumbers(),
      stretches: [],
      finite: 0,
      unplaced: 0,
    };
    columns.byRank.set(rank, found);
  }
  return found;
}
