import { endOf, ranksOf, type MetricColumns, type RankSeries, type Stretch } from '../run/columns';
import { xsOf, type XAxis } from './xaxis';
import { noNumbers, type Numbers, push } from '../run/numbers';

/** What several ranks reported together: for each report the mean, the least and the most of them. */
export interface MeanBand {
  readonly ranks: readonly number[];
  readonly xs: Numbers;
  /** NaN where a rank's value was not finite. */
  readonly values: Numbers;
  readonly low: Numbers;
  readonly high: Numbers;
  readonly numbers: Numbers;
  readonly stretches: Stretch[];
}

interface Kept {
  readonly key: string;
  readonly band: MeanBand;
}

const known = new WeakMap<MetricColumns, Kept>();

/**
 * The mean, least and most of the ranks that are not muted, a row for each report in the order of attempts. A report
 * is where its last rank made it. One that not all ranks have made has a row of those that have.
 */
export function meanBand(metric: MetricColumns, x: XAxis, muted: ReadonlySet<number>): MeanBand {
  const ranks = ranksOf(metric).filter((rank) => !muted.has(rank));
  const all = ranks.map((rank) => metric.byRank.get(rank)).filter((series) => series !== undefined);
  const key = [x.choice, x.by?.name, ranks, all.map(({ values }) => values.length)].join('|');
  const kept = known.get(metric);
  if (kept?.key === key) return kept.band;
  const band = gathered(ranks, all, x);
  known.set(metric, { key, band });
  return band;
}

function gathered(ranks: readonly number[], all: readonly RankSeries[], x: XAxis): MeanBand {
  const band: MeanBand = {
    ranks,
    xs: noNumbers(),
    values: noNumbers(),
    low: noNumbers(),
    high: noNumbers(),
    numbers: noNumbers(),
    stretches: [],
  };
  const attempts = new Set(all.flatMap(({ stretches }) => stretches.map(({ attempt }) => attempt)));
  const laid = all.map((series) => ({ series, xs: xsOf(series, x) }));
  for (const attempt of [...attempts].sort((a, b) => a - b)) {
    band.stretches.push({ attempt, from: band.values.length });
    const cursors = laid.flatMap(({ series, xs }) => {
      const place = series.stretches.findIndex((stretch) => stretch.attempt === attempt);
      if (place < 0) return [];
      const { numbers, values } = series;
      const row = series.stretches[place]?.from ?? 0;
      return [{ numbers: numbers.array, values: values.array, xs, row, end: endOf(series, place) }];
    });
    gather(cursors, band);
  }
  return band;
}

interface Cursor {
  readonly numbers: Float64Array;
  readonly values: Float64Array;
  readonly xs: Float64Array;
  row: number;
  readonly end: number;
}

function gather(cursors: Cursor[], band: MeanBand): void {
  let before = -Infinity;
  for (;;) {
    let number = Infinity;
    for (const { numbers, row, end } of cursors)
      if (row < end) number = Math.min(number, numbers[row] ?? Infinity);
    if (number === Infinity) return;
    let [sum, count, low, high, x] = [0, 0, Infinity, -Infinity, before];
    for (const cursor of cursors) {
      if (cursor.row >= cursor.end || cursor.numbers[cursor.row] !== number) continue;
      const value = cursor.values[cursor.row] ?? NaN;
      sum += value;
      count += 1;
      low = Math.min(low, value);
      high = Math.max(high, value);
      x = Math.max(x, cursor.xs[cursor.row] ?? x);
      cursor.row += 1;
    }
    before = x;
    push(band.numbers, number);
    push(band.xs, x);
    push(band.values, sum / count);
    push(band.low, low);
    push(band.high, high);
  }
}
