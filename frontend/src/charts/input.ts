import type { MetricColumns } from '../run/columns';
import type { MarkKind } from './signs';

/** Something that happened at a time, drawn as a line across the chart with its sign. */
export interface Mark {
  readonly at: number;
  readonly kind: MarkKind;
  readonly rank: number | null;
}

/** A stretch of time with a name: one attempt. `to` null goes on. */
export interface Band {
  readonly from: number;
  readonly to: number | null;
  readonly label: string;
}

/** All that one chart shows. Times are seconds since the run began. */
export interface ChartInput {
  readonly columns: MetricColumns;
  readonly marks: readonly Mark[];
  readonly bands: readonly Band[];
  /** Work that was lost and done again. */
  readonly wasted: readonly { readonly from: number; readonly to: number }[];
  /** When nothing went on; one that lasts ends at the newest word of the run. */
  readonly pauses: readonly { readonly from: number; readonly to: number }[];
  readonly muted: ReadonlySet<number>;
  readonly logarithmic: boolean;
}

/** The stretch of time to show: every report, mark and pause, and some room when that is a single moment. */
export function timeRange(input: ChartInput): [number, number] {
  const { times } = input.columns;
  const marked = [...input.marks.map((mark) => mark.at), ...input.pauses.map((pause) => pause.to)];
  const from = Math.min(times[0] ?? 0, ...marked);
  const to = Math.max(times.at(-1) ?? 0, ...marked);
  const room = to > from ? (to - from) / 50 : 0.5;
  return [Math.max(0, from - room), to + room];
}

/** The ranks of a metric in order, as the chart's series and its legend list them. */
export function ranksOf(columns: MetricColumns): number[] {
  return [...columns.byRank.keys()].sort((a, b) => a - b);
}

/** The row nearest to `row` in which this rank has a value; null when it has none. */
export function nearestValue(column: readonly (number | null | undefined)[], row: number): number | null {
  for (let distance = 0; distance < column.length; distance += 1) {
    for (const candidate of [row - distance, row + distance]) {
      if (typeof column[candidate] === 'number') return candidate;
    }
  }
  return null;
}

/** A value as a person reads it: four significant digits, and no digits that say nothing. */
export function readable(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return String(value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}
