import { aligned, type Aligned } from './aligned';
import type { ChartInput } from './input';
import { linesOf, spansOf, type Line } from './lines';
import { meanBand } from './meanband';
import { smoothed } from './smoothing';
import { bucketWidth, thinned, type Odd } from './thinning';

/** What a line of the figure is: what is read, the reported values behind it, or an edge of the ranks' band. */
export type Role = 'line' | 'raw' | 'low' | 'high';

export interface Stroke {
  /** Null for what is of several ranks. */
  readonly rank: number | null;
  readonly role: Role;
  readonly past: boolean;
}

/** Everything of a chart that is drawn from numbers: the table for uPlot and what each of its columns is. */
export interface Figure {
  readonly strokes: readonly Stroke[];
  readonly table: Aligned;
  readonly odd: readonly (Odd & { readonly rank: number | null })[];
  /** Whether every point in sight is drawn as it is and there is room for a dot on each. */
  readonly sparse: boolean;
  /** Whether there are more points in sight than pixels, so that each pixel has the least and the most of its own. */
  readonly dense: boolean;
}

/** Pixels that a dot takes with the line to the next one. */
const DOT = 8;

/** The figure of what is in sight, at most a few points a pixel however many were reported. */
export function figureOf(input: ChartInput, pixels: number): Figure {
  const drawn = input.band ? bandLines(input) : rankLines(input);
  const lines = drawn.map(({ line }) => line);
  const width = bucketWidth(lines, input.range, pixels);
  const points = lines.map((line) => thinned(line, input.range, width, input.logarithmic));
  // Smoothed values have no height where the reported ones have none, and one sign is enough.
  const reported = drawn.map(({ role }) => role === (input.smoothing === 0 ? 'line' : 'raw'));
  return {
    strokes: drawn.map(({ line, role }) => ({ rank: line.rank, role, past: line.past })),
    table: aligned(points),
    odd: points.flatMap(({ odd }, at) =>
      reported[at] ? odd.map((one) => ({ ...one, rank: lines[at]?.rank ?? null })) : [],
    ),
    dense: width > 0,
    sparse: width === 0 && points.every(({ xs }) => xs.length * DOT <= pixels),
  };
}

interface Drawn {
  readonly line: Line;
  readonly role: Role;
}

function as(role: Role, lines: readonly Line[]): Drawn[] {
  return lines.map((line) => ({ line, role }));
}

/** The reported values lie under what was made of them. */
function rankLines({ columns, x, muted, smoothing }: ChartInput): Drawn[] {
  const reported = linesOf(columns, x, muted);
  if (smoothing === 0) return as('line', reported);
  const smooth = linesOf(columns, x, muted, (series) => smoothed(series, smoothing));
  return [...as('raw', reported), ...as('line', smooth)];
}

/** Each low edge is followed by its high one, because uPlot fills between two columns. */
function bandLines({ columns, x, muted, smoothing }: ChartInput): Drawn[] {
  const band = meanBand(columns, x, muted);
  const lines = (ys: Float64Array): Line[] => spansOf(band, null, x, band.xs.array, ys);
  const high = lines(band.high.array);
  const edges = lines(band.low.array).flatMap((low, at) => [
    ...as('low', [low]),
    ...as('high', high.slice(at, at + 1)),
  ]);
  const mean = lines(band.values.array);
  if (smoothing === 0) return [...edges, ...as('line', mean)];
  return [...edges, ...as('raw', mean), ...as('line', lines(smoothed(band, smoothing)))];
}
