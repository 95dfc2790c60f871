import type uPlot from 'uplot';
import type { Figure } from './figure';
import { lookOf } from './looks';
import { inkOf, type Pixels } from './pixels';

/** Of each column of pixels, how far up and down a line goes in it; NaN where it does not pass. */
export interface Reach {
  readonly tops: Float64Array;
  readonly bottoms: Float64Array;
}

/** Where a dense figure is painted before it is laid on the plot. */
export interface Ground {
  blank(width: number, height: number): Pixels;
  layOn(context: CanvasRenderingContext2D, left: number, top: number): void;
}

/**
 * The lines of a dense figure, column by column. Where a line goes up and down within each pixel, an outline of it has
 * thousands of corners and takes most of a frame to fill; upright bars are the same picture in a tenth of the time.
 */
export function drawDense(
  plot: uPlot,
  { strokes, table }: Pick<Figure, 'strokes' | 'table'>,
  rankColour: (rank: number | null) => string,
  ground: Ground,
): void {
  const { ctx, bbox } = plot;
  const [left, top] = [Math.round(bbox.left), Math.round(bbox.top)];
  const pixels = ground.blank(Math.round(bbox.width), Math.round(bbox.height));
  const xs = Float64Array.from(table[0], (x) => plot.valToPos(x, 'x', true) - left);
  const toY = (value: number): number => plot.valToPos(value, 'y', true) - top;
  strokes.forEach((stroke, at) => {
    const { width, alpha } = lookOf(stroke);
    if (width === 0) return;
    const { tops, bottoms } = reachOf(xs, table[at + 1] ?? [], toY, pixels.width);
    const half = (width * devicePixelRatio) / 2;
    const ink = inkOf(rankColour(stroke.rank));
    for (let column = 0; column < pixels.width; column += 1) {
      pixels.bar(column, (tops[column] ?? NaN) - half, (bottoms[column] ?? NaN) + half, ink, alpha);
    }
  });
  ground.layOn(ctx, left, top);
}

/** `xs` are in pixels from the first column on, and `toY` gives pixels. A null breaks the line, `undefined` is no point. */
export function reachOf(
  xs: Float64Array,
  ys: readonly (number | null | undefined)[],
  toY: (value: number) => number,
  columns: number,
): Reach {
  const tops = new Float64Array(columns).fill(NaN);
  const bottoms = new Float64Array(columns).fill(NaN);
  const reach = (column: number, one: number, other: number): void => {
    // A comparison with NaN is false, so the first reach of a column is taken as it is.
    if (!((tops[column] ?? 0) <= Math.min(one, other))) tops[column] = Math.min(one, other);
    if (!((bottoms[column] ?? 0) >= Math.max(one, other))) bottoms[column] = Math.max(one, other);
  };
  let [beforeX, beforeY] = [NaN, NaN];
  ys.forEach((value, row) => {
    if (value === undefined) return;
    if (value === null) {
      beforeX = NaN;
      return;
    }
    const x = xs[row] ?? 0;
    const y = toY(value);
    const from = Number.isNaN(beforeX) ? x : beforeX;
    const slope = x > from ? (y - beforeY) / (x - from) : 0;
    const at = (place: number): number => (place >= x ? y : beforeY + (place - from) * slope);
    const last = Math.min(columns - 1, Math.floor(x));
    for (let column = Math.max(0, Math.floor(from)); column <= last; column += 1) {
      reach(column, at(Math.max(from, column)), at(Math.min(x, column + 1)));
    }
    [beforeX, beforeY] = [x, y];
  });
  return { tops, bottoms };
}
