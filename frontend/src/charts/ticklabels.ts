import { readable } from './input';

const MOST_DECIMALS = 8;

/** The numbers of an axis, with just as many decimals as the step between them needs. */
export function tickLabels(splits: readonly (number | null)[], step: number, unit = ''): string[] {
  return splits.map((value) => (value === null ? '' : `${tickLabel(value, step)}${unit}`));
}

/** Whole numbers to step by, for an axis of reports or epochs. */
export const WHOLE_STEPS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6].flatMap((size) => [size, 2 * size, 5 * size]);

function tickLabel(value: number, step: number): string {
  const decimals = step > 0 ? Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) : 0;
  const size = Math.max(Math.abs(value), step);
  if (size >= 1e7 || size < 1e-3 || decimals > MOST_DECIMALS) return readable(value);
  return String(Number(value.toFixed(decimals)));
}
