import type { RankSeries } from '../run/columns';
import { noNumbers, type Numbers, push } from '../run/numbers';

/** How strongly curves may be smoothed: the weight of what came before, as in TensorBoard. 0 is not at all. */
export const WEIGHTS = [0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99] as const;

/** The values of a series, each with an exponential mean of those before it in its attempt. */
interface Smoothed {
  readonly weight: number;
  readonly ys: Numbers;
  /** How many stretches were begun. */
  begun: number;
  mean: number;
  /** What the weights so far come to, so that the first values are not drawn to 0. */
  share: number;
}

const known = new WeakMap<object, Smoothed>();

/**
 * The exponential mean of `values` with this weight, worked out once for each. It begins anew in each stretch; a value
 * that is not finite stays as it is and counts for nothing.
 */
export function smoothed(series: Pick<RankSeries, 'values' | 'stretches'>, weight: number): Float64Array {
  const { values, stretches } = series;
  let state = known.get(values);
  if (state?.weight !== weight) {
    state = { weight, ys: noNumbers(), begun: 0, mean: 0, share: 0 };
    known.set(values, state);
  }
  const { ys } = state;
  for (let row = ys.length; row < values.length; row += 1) {
    if (stretches[state.begun]?.from === row) {
      state.begun += 1;
      state.mean = state.share = 0;
    }
    const value = values.array[row] ?? NaN;
    if (Number.isFinite(value)) {
      state.mean = weight * state.mean + (1 - weight) * value;
      state.share = weight * state.share + (1 - weight);
    }
    push(ys, Number.isFinite(value) ? state.mean / state.share : value);
  }
  return ys.array;
}

/** Of how many reports a smoothed value is about the mean. */
export function reportsOf(weight: number): number {
  return Math.round(1 / (1 - weight));
}

/** What is said of a chart that does not show the reported values alone. */
export function smoothingWords(weight: number): string {
  return `Smoothed: each point is an exponential mean of about ${reportsOf(weight)} reports (weight ${weight}). The reported values are faint behind it.`;
}
