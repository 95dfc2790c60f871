/** The path of a small line in a box of `width` by `height`, from 0 at its foot to `most` at its top; empty for one value. */
export function sparkline(values: readonly number[], most: number, width: number, height: number): string {
  if (values.length < 2) return '';
  const top = Math.max(most, ...values, Number.MIN_VALUE);
  return values
    .map((value, index) => {
      const x = (index / (values.length - 1)) * width;
      const y = height - (Math.max(0, value) / top) * height;
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
