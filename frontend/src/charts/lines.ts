import { endOf, ranksOf, type MetricColumns, type RankSeries } from '../run/columns';
import { firstAtLeast } from '../run/numbers';
import { TIME, xsOf, type XAxis } from './xaxis';

/** One curve: the x and y of its points, in spans that are not joined with each other. Within a span x never falls. */
export interface Line {
  readonly rank: number | null;
  /** Whether it lies under a later attempt, which did the same steps once more. */
  readonly past: boolean;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly spans: readonly (readonly [from: number, to: number])[];
}

/**
 * The curves of a metric. In time one rank's attempts follow one another and are one line; laid out by step they lie
 * over one another, so each is a line of its own. `ysOf` gives what is drawn of a series, its values or what was made of them.
 */
export function linesOf(
  metric: MetricColumns,
  x: XAxis,
  muted: ReadonlySet<number>,
  ysOf: (series: RankSeries) => Float64Array = ({ values }) => values.array,
): Line[] {
  return ranksOf(metric)
    .filter((rank) => !muted.has(rank))
    .flatMap((rank) => {
      const series = metric.byRank.get(rank);
      return series ? spansOf(series, rank, x, xsOf(series, x), ysOf(series)) : [];
    });
}

/**
 * The lines of columns that have stretches, of one rank or of several (null). Laid out by step, what a later attempt did
 * once more is past.
 */
export function spansOf(
  of: Pick<RankSeries, 'stretches' | 'values'>,
  rank: number | null,
  x: XAxis,
  xs: Float64Array,
  ys: Float64Array,
): Line[] {
  const spans = of.stretches.map(({ from }, place) => [from, endOf(of, place)] as const);
  if (x.choice === TIME) return [{ rank, past: false, xs, ys, spans }];
  return spans.flatMap(([from, to], place): Line[] => {
    const again = Math.min(...spans.slice(place + 1).map(([later]) => xs[later] ?? Infinity));
    const split = firstAtLeast(xs, again, from, to);
    const kept: Line = { rank, past: false, xs, ys, spans: [[from, split]] };
    // From the last point that was kept on, so that the two parts are one line to the eye.
    const past: Line = { rank, past: true, xs, ys, spans: [[Math.max(from, split - 1), to]] };
    return [...(split > from ? [kept] : []), ...(split < to ? [past] : [])];
  });
}
