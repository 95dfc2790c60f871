import { readable } from './input';

const MOST_DECIMALS = 8;

/** The numbers of an axis, with just as many decimals as the step between them needs. */
export function tickLabels(splits: readonly (number | null)[], step: number, unit = ''): string[] {
  return splits.map((value) => (value === null ? '' : `${tickLabel(value, step)}${unit}`));
}

/** Whole numbers to step by, for an axis of reports or epochs. */
export const WHOLE_STEPS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6].flatMap((size) => [size, 2 * size, 5 * size]);

/**
 * Numbers to step by, for values of any size. uPlot's own end at 1e32, and without a step there is no axis: a loss that
 * diverges gets there. Up to there they are the same, spelled as there, so that uPlot knows how many decimals each has.
 */
export const VALUE_STEPS = Array.from({ length: 339 }, (_, at) => at - 32).flatMap((power) =>
  [1, 2, 2.5, 5].map((times) => Number(`${times}e${power}`)),
);

function tickLabel(value: number, step: number): string {
  const decimals = decimalsOf(step);
  const size = Math.max(Math.abs(value), step);
  if (size >= 1e7 || size < 1e-3 || decimals > MOST_DECIMALS) return short(value);
  return String(Number(value.toFixed(decimals)));
}

/** 2.5e36: a tick is a round number, and there is little room beside the chart. */
function short(value: number): string {
  if (value === 0 || Number.isNaN(value)) return readable(value);
  return Number(value.toPrecision(4)).toExponential().replace('+', '');
}

/** How many decimals `step` is written with: 2.5 and 0.25 need one more than their size says. */
function decimalsOf(step: number): number {
  if (!(step > 0)) return 0;
  const [digits = '', power = '0'] = Number(step.toPrecision(12)).toExponential().split('e');
  return Math.max(0, digits.replace('.', '').length - 1 - Number(power));
}
