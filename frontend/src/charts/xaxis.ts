import { endOf, type Columns, type MetricColumns, type RankSeries } from '../run/columns';
import type { Range } from '../run/extent';
import { firstAbove, firstAtLeast, noNumbers, numberAt, type Numbers, push } from '../run/numbers';

/** What stands on x: seconds since the run began, a report's number in its attempt, or a metric that counts steps. */
export type XChoice = string;

export const TIME: XChoice = 'time';
export const REPORT: XChoice = 'report';

/** The choice, with the columns of the metric when it is one. */
export interface XAxis {
  readonly choice: XChoice;
  readonly by: MetricColumns | null;
}

const COUNTS = /^(global_|train_)?(step|epoch|iteration|iter|batch|round)s?$/i;

/** The metrics by which curves can be laid out: those with the name of a step that never went down in an attempt. */
export function stepMetrics(columns: Columns | undefined): string[] {
  return [...(columns?.values() ?? [])]
    .filter(({ name, rising }) => rising && COUNTS.test(name))
    .map(({ name }) => name);
}

/** The wanted x where the run has it, else time. */
export function xAxis(columns: Columns | undefined, wanted: XChoice): XAxis {
  if (wanted === REPORT) return { choice: REPORT, by: null };
  if (!stepMetrics(columns).includes(wanted)) return { choice: TIME, by: null };
  return { choice: wanted, by: columns?.get(wanted) ?? null };
}

interface LaidOut {
  readonly by: RankSeries;
  readonly xs: Numbers;
}

const known = new WeakMap<RankSeries, LaidOut>();

/** The x of each value of a series. They never fall within an attempt. */
export function xsOf(series: RankSeries, x: XAxis): Float64Array {
  if (x.choice === TIME) return series.times.array;
  const by = x.by?.byRank.get(series.rank);
  if (!by) return series.numbers.array;
  let laid = known.get(series);
  if (laid?.by !== by) {
    laid = { by, xs: noNumbers() };
    known.set(series, laid);
  }
  const { xs } = laid;
  series.stretches.forEach((stretch, place) => {
    const end = endOf(series, place);
    if (end > xs.length) layOut(series, by, stretch.attempt, stretch.from, end, xs);
  });
  return xs.array;
}

/** Append the x of each value of one attempt that has none. A report without a step belongs to the last one that had it. */
function layOut(
  of: RankSeries,
  by: RankSeries,
  attempt: number,
  from: number,
  end: number,
  xs: Numbers,
): void {
  const place = by.stretches.findIndex((stretch) => stretch.attempt === attempt);
  const first = by.stretches[place]?.from ?? 0;
  const last = place < 0 ? 0 : endOf(by, place);
  for (let row = xs.length; row < end; row += 1) {
    const number = of.numbers.array[row] ?? 0;
    const at = firstAbove(by.numbers.array, number, first, last) - 1;
    const value = numberAt(by.values, Math.max(at, first)) ?? 0;
    push(xs, row > from ? Math.max(value, numberAt(xs, -1) ?? value) : value);
  }
}

/** The smallest and the largest x of these metrics; null before the first report. */
export function xRange(metrics: readonly MetricColumns[], x: XAxis): Range | null {
  let from = Infinity;
  let to = -Infinity;
  for (const { byRank } of metrics) {
    for (const series of byRank.values()) {
      const xs = xsOf(series, x);
      series.stretches.forEach((stretch, place) => {
        from = Math.min(from, xs[stretch.from] ?? Infinity);
        to = Math.max(to, xs[endOf(series, place) - 1] ?? -Infinity);
      });
    }
  }
  return from <= to ? { from, to } : null;
}

/** Where on x a moment of the run is: the newest report before it, of `rank` where it reports, else of any; null before the first. */
export function placeOf(
  metric: MetricColumns,
  x: XAxis,
  seconds: number,
  rank: number | null,
): number | null {
  if (x.choice === TIME) return seconds;
  const own = rank === null ? undefined : metric.byRank.get(rank);
  let newest = -Infinity;
  let found: number | null = null;
  for (const series of own ? [own] : metric.byRank.values()) {
    const row = firstAbove(series.times.array, seconds, 0, series.times.length) - 1;
    const time = numberAt(series.times, row);
    if (row < 0 || time === undefined || time <= newest) continue;
    newest = time;
    found = xsOf(series, x)[row] ?? null;
  }
  return found;
}

/** The row of a series that is nearest to a place on x; of attempts that lie over one another the newest. Null without rows. */
export function nearestRow(series: RankSeries, x: XAxis, at: number): number | null {
  const xs = xsOf(series, x);
  const single = x.choice === TIME;
  let best: number | null = null;
  let distance = Infinity;
  for (let place = series.stretches.length - 1; place >= 0; place -= 1) {
    const from = single ? 0 : (series.stretches[place]?.from ?? 0);
    const end = endOf(series, place);
    const after = firstAtLeast(xs, at, from, end);
    for (const row of [after - 1, after]) {
      if (row < from || row >= end) continue;
      const away = Math.abs((xs[row] ?? Infinity) - at);
      if (away < distance) [best, distance] = [row, away];
    }
    if (single) break;
  }
  return best;
}
