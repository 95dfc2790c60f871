import type { RankSeries } from './columns';
import { numberAt } from './numbers';

/** One rank's values of a metric in a few numbers; null where no value is finite. */
export interface Summary {
  readonly rank: number;
  readonly count: number;
  readonly newest: number | null;
  readonly least: number | null;
  readonly most: number | null;
  readonly mean: number | null;
}

/** The newest value is that of the last report, also when it is not finite; the others are of the finite ones. */
export function summaryOf(series: RankSeries | undefined): Summary | null {
  if (!series) return null;
  const { rank, values, finite } = series;
  let [least, most, sum] = [Infinity, -Infinity, 0];
  for (let row = 0; row < values.length; row += 1) {
    const value = values.array[row] ?? NaN;
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
    sum += value;
  }
  const some = finite > 0;
  return {
    rank,
    count: values.length,
    newest: numberAt(values, -1) ?? null,
    least: some ? least : null,
    most: some ? most : null,
    mean: some ? sum / finite : null,
  };
}
