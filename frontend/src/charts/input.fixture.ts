import type { MetricColumns } from '../run/columns';
import type { ChartInput } from './input';
import { TIME, type XAxis } from './xaxis';

export const IN_TIME: XAxis = { choice: TIME, by: null };

/** A chart of this metric over ten seconds, on which nothing happened, for specs. */
export function inputOf(columns: MetricColumns, part: Partial<ChartInput> = {}): ChartInput {
  return {
    columns,
    x: IN_TIME,
    range: { from: 0, to: 10 },
    marks: [],
    evaluations: new Float64Array(0),
    bands: [],
    wasted: [],
    pauses: [],
    muted: new Set(),
    logarithmic: false,
    band: false,
    smoothing: 0,
    ...part,
  };
}
