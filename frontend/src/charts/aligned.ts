import type { Points } from './thinning';

/** A table as uPlot wants it: the x of each row, and a column for each line. `undefined` is no point, null a break. */
export type Aligned = [number[], ...(number | null | undefined)[][]];

/**
 * Lines that each have their own x, in one table in the order of x. Lines that share an x share its row.
 *
 * A break takes every row from one point of its line to the next: uPlot leaves out what lies between the rows beside a
 * null, whichever line they are of, and would join the rest.
 */
export function aligned(lines: readonly Pick<Points, 'xs' | 'ys'>[]): Aligned {
  const rows: number[] = [];
  const columns: (number | null | undefined)[][] = lines.map(() => []);
  const next = lines.map(() => 0);
  for (;;) {
    let x = Infinity;
    lines.forEach(({ xs }, line) => {
      x = Math.min(x, xs[next[line] ?? 0] ?? Infinity);
    });
    if (x === Infinity) return [rows, ...columns];
    rows.push(x);
    lines.forEach(({ xs, ys }, line) => {
      const at = next[line] ?? 0;
      const here = xs[at] === x;
      const broken = ys[at] === null || (at > 0 && ys[at - 1] === null);
      columns[line]?.push(here ? ys[at] : broken ? null : undefined);
      if (here) next[line] = at + 1;
    });
  }
}
