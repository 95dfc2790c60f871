const STEPS = [1, 2, 5] as const;

/** Round numbers between two others, at most `most` of them. */
export function ticks(from: number, to: number, most: number): number[] {
  const span = to - from;
  if (!(span > 0) || most < 1) return [];
  const power = 10 ** Math.floor(Math.log10(span / most));
  const step =
    [...STEPS.map((times) => times * power), 10 * power].find((size) => span / size <= most) ?? span;
  const found: number[] = [];
  for (let index = Math.ceil(from / step); index * step <= to + step * 1e-9; index += 1) {
    found.push(Number((index * step).toPrecision(12)));
  }
  return found;
}
