import type { Metric, MetricsReported } from '../protocol';

/** A reported value that is no number on an axis: NaN or an infinity. It is marked, never dropped. */
export interface NonFiniteMark {
  readonly time: number;
  readonly rank: number;
  readonly value: 'nan' | 'inf' | '-inf';
}

/**
 * One metric as a chart draws it: a row for each report, a column for each rank.
 *
 * In a column a number is that rank's report, `undefined` is another rank's row, and `null` breaks the line (a
 * non-finite value, or a new attempt). Rows are only ever appended, so a reader that remembers how many rows it has
 * seen needs to look at the new ones alone. Times are seconds since the run began and never go down.
 */
export interface MetricColumns {
  readonly name: string;
  readonly times: number[];
  readonly attempts: number[];
  readonly byRank: Map<number, (number | null | undefined)[]>;
  /** Reports of a finite value, by rank. */
  readonly points: Map<number, number>;
  readonly marks: NonFiniteMark[];
}

/** Every numeric metric of a run, by name, in the order of first sight. */
export type Columns = Map<string, MetricColumns>;

/** Append one rank's report to the columns of each of its numeric metrics. */
export function appendReport(columns: Columns, report: MetricsReported, time: number): void {
  for (const [name, metric] of Object.entries(report.metrics)) {
    const value = chartable(metric);
    if (value === null) continue;
    append(columnsOf(columns, name), report, time, value);
  }
}

/** What should be charted when nobody chose: `loss`, else a name with "loss" in it, else the first. */
export function firstChoice(names: readonly string[]): string | null {
  return (
    names.find((name) => name === 'loss') ?? names.find((name) => /loss/i.test(name)) ?? names[0] ?? null
  );
}

type Chartable = number | NonFiniteMark['value'];

function chartable(metric: Metric): Chartable | null {
  if (typeof metric === 'number') return metric;
  if (typeof metric === 'object' && metric !== null) return metric.nonfinite;
  return null;
}

function columnsOf(columns: Columns, name: string): MetricColumns {
  let found = columns.get(name);
  if (!found) {
    found = { name, times: [], attempts: [], byRank: new Map(), points: new Map(), marks: [] };
    columns.set(name, found);
  }
  return found;
}

function append(columns: MetricColumns, report: MetricsReported, at: number, value: Chartable): void {
  const { rank, attempt } = report;
  const time = Math.max(at, columns.times.at(-1) ?? 0);
  const lastAttempt = columns.attempts.at(-1);
  if (lastAttempt !== undefined && lastAttempt !== attempt) appendRow(columns, time, attempt, null, null);
  if (typeof value === 'number') {
    appendRow(columns, time, attempt, rank, value);
    columns.points.set(rank, (columns.points.get(rank) ?? 0) + 1);
  } else {
    appendRow(columns, time, attempt, rank, null);
    columns.marks.push({ time, rank, value });
  }
}

/** With `rank` null the row holds `value` in every column. */
function appendRow(
  columns: MetricColumns,
  time: number,
  attempt: number,
  rank: number | null,
  value: number | null,
): void {
  columns.times.push(time);
  columns.attempts.push(attempt);
  if (rank !== null && !columns.byRank.has(rank)) {
    columns.byRank.set(rank, new Array<undefined>(columns.times.length - 1).fill(undefined));
  }
  for (const [of, column] of columns.byRank) column.push(rank === null || of === rank ? value : undefined);
}
