import type { MetricColumns } from '../run/columns';
import type { Range } from '../run/extent';
import type { MarkKind } from './signs';
import type { XAxis } from './xaxis';

/** Something that happened, at a place on x, drawn as a line across the chart with its sign. */
export interface Mark {
  readonly at: number;
  readonly kind: MarkKind;
  readonly rank: number | null;
}

/** A stretch of x with a name: one attempt. `to` null goes on. */
export interface Band {
  readonly from: number;
  readonly to: number | null;
  readonly label: string;
}

/** All that one chart shows. Places and stretches are in what stands on x: seconds since the run began, or steps. */
export interface ChartInput {
  readonly columns: MetricColumns;
  readonly x: XAxis;
  /** What is in sight. */
  readonly range: Range;
  readonly marks: readonly Mark[];
  /** The places of reports that evaluated, in order; there may be very many. */
  readonly evaluations: Float64Array;
  readonly bands: readonly Band[];
  /** Work that was lost and done again. */
  readonly wasted: readonly Range[];
  /** When nothing went on; one that lasts ends at the newest word of the run. */
  readonly pauses: readonly Range[];
  readonly muted: ReadonlySet<number>;
  readonly logarithmic: boolean;
  /** The mean of the ranks with the room between their least and most, in place of a line for each. */
  readonly band: boolean;
  /** One of `WEIGHTS`; 0 shows what was reported and nothing else. */
  readonly smoothing: number;
}

/** A value as a person reads it: four significant digits, and no digits that say nothing. */
export function readable(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return String(value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}
