import type uPlot from 'uplot';
import { font } from './bands';
import type { Figure } from './figure';

/** CSS pixels from one number to the next one of another rank. */
const APART = 90;
const SIZE = 13;

/**
 * The rank's number on its line, here and there, where lines are too dense for dashes: so that they are told apart by
 * more than colour. Ranks take turns from left to right.
 */
export function numberLines(
  plot: uPlot,
  { strokes, table }: Pick<Figure, 'strokes' | 'table'>,
  rankColour: (rank: number | null) => string,
  ground: string,
): void {
  const { ctx, bbox } = plot;
  const size = SIZE * devicePixelRatio;
  const lines = strokes.flatMap(({ rank, role, past }, at) =>
    rank !== null && role === 'line' && !past ? [{ rank, column: table[at + 1] ?? [] }] : [],
  );
  if (lines.length < 2) return;
  ctx.save();
  ctx.font = font();
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  let turn = 0;
  for (
    let x = bbox.left + (APART * devicePixelRatio) / 2;
    x < bbox.left + bbox.width;
    x += APART * devicePixelRatio
  ) {
    const { rank, column } = lines[turn++ % lines.length] ?? { rank: 0, column: [] };
    const value = valueNear(table[0], column, plot.posToVal(x, 'x', true));
    if (value === null) continue;
    const y = plot.valToPos(value, 'y', true);
    ctx.fillStyle = ground;
    ctx.fillRect(x - size / 2, y - size / 2, size, size);
    ctx.fillStyle = rankColour(rank);
    ctx.fillText(String(rank), x, y);
  }
  ctx.restore();
}

/** How many rows on each side may belong to other lines alone. */
const REACH = 50;

/** What a line has at this x, or right beside it; null where it has no point there. */
export function valueNear(
  xs: readonly number[],
  column: readonly (number | null | undefined)[],
  x: number,
): number | null {
  let [low, high] = [0, xs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((xs[middle] ?? Infinity) < x) low = middle + 1;
    else high = middle;
  }
  for (let away = 0; away < REACH; away += 1) {
    for (const row of [low - away, low + away]) {
      const value = column[row];
      if (typeof value === 'number') return value;
    }
  }
  return null;
}
