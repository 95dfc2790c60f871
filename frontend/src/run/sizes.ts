/** Bytes as a person reads them: 512 B, 3.4 kB, 12 MB; 1 kB is 1000 B. */
export function readableBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const shown = unit === 0 ? Math.round(value) : Number(value.toPrecision(value >= 100 ? 3 : 2));
  return `${shown} ${units[unit]}`;
}
