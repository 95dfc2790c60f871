import type { Range } from '../run/extent';
import { firstAbove, firstAtLeast } from '../run/numbers';
import type { Line } from './lines';

/** A reported value that has no height: where, and what it is. */
export interface Odd {
  readonly x: number;
  readonly value: number;
}

/** What is drawn of a line: points in the order of x, null where the line breaks. */
export interface Points {
  readonly xs: readonly number[];
  readonly ys: readonly (number | null)[];
  readonly odd: readonly Odd[];
}

/** Up to so many points a pixel, over all lines together, are drawn as they are. */
const FEW = 2;

/**
 * How wide a bucket is in which only the lowest and the highest value of a line are drawn; 0 when every point is.
 *
 * A bucket is at most one pixel wide, so the picture is the same. Widths are powers of two, so the buckets of a run that
 * goes on stay where they are, and equal for all lines, so that these share their rows.
 */
export function bucketWidth(lines: readonly Line[], range: Range, pixels: number): number {
  let visible = 0;
  for (const { xs, spans } of lines) {
    for (const [from, to] of spans) {
      visible += firstAbove(xs, range.to, from, to) - firstAtLeast(xs, range.from, from, to);
    }
  }
  if (visible <= FEW * pixels) return 0;
  return 2 ** Math.floor(Math.log2((range.to - range.from) / pixels));
}

/** What of a line is drawn in this range: one point beyond each edge too, so that it enters and leaves the picture. */
export function thinned(line: Line, range: Range, width: number, logarithmic: boolean): Points {
  const into: Filling = { xs: [], ys: [], odd: [], logarithmic };
  for (const [from, to] of line.spans) {
    const first = Math.max(from, firstAtLeast(line.xs, range.from, from, to) - 1);
    const end = Math.min(to, firstAbove(line.xs, range.to, from, to) + 1);
    if (end <= first) continue;
    if (into.xs.length > 0) put(into, line.xs[first] ?? 0, null);
    if (width === 0) copy(line, first, end, into);
    else reduce(line, first, end, width, into);
  }
  const { xs, ys, odd } = into;
  return { xs, ys, odd };
}

interface Filling extends Points {
  readonly xs: number[];
  readonly ys: (number | null)[];
  readonly odd: Odd[];
  readonly logarithmic: boolean;
}

/** The place in a bucket may lie past the first point of the next span, and rows go forward only. */
function put(into: Filling, x: number, y: number | null): void {
  into.xs.push(Math.max(x, into.xs.at(-1) ?? x));
  into.ys.push(y);
}

function copy({ xs, ys }: Line, from: number, to: number, into: Filling): void {
  for (let row = from; row < to; row += 1) {
    const x = xs[row] ?? 0;
    const y = ys[row] ?? 0;
    put(into, x, drawable(x, y, into) ? y : null);
  }
}

function reduce({ xs, ys }: Line, from: number, to: number, width: number, into: Filling): void {
  let bucket = NaN;
  let least = from;
  let most = from;
  let full = false;
  let broken = false;
  const end = (): void => {
    if (full) {
      const [first, second] = least < most ? [least, most] : [most, least];
      put(into, (bucket + 0.25) * width, ys[first] ?? 0);
      if (first !== second) put(into, (bucket + 0.5) * width, ys[second] ?? 0);
    }
    if (broken) put(into, (bucket + 0.75) * width, null);
  };
  for (let row = from; row < to; row += 1) {
    const x = xs[row] ?? 0;
    const y = ys[row] ?? 0;
    const of = Math.floor(x / width);
    if (of !== bucket) {
      end();
      bucket = of;
      full = broken = false;
    }
    if (!drawable(x, y, into, !broken)) {
      broken = true;
    } else if (!full) {
      least = most = row;
      full = true;
    } else {
      if (y < (ys[least] ?? 0)) least = row;
      if (y > (ys[most] ?? 0)) most = row;
    }
  }
  end();
}

/** Whether a value has a height. In a bucket the first that has none is noted, because there is room for one sign. */
function drawable(x: number, y: number, into: Filling, noted = true): boolean {
  if (Number.isFinite(y)) return !into.logarithmic || y > 0;
  if (noted) into.odd.push({ x, value: y });
  return false;
}
