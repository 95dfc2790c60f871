import { evaluations } from '../run/evaluations';
import { chartMarks } from '../run/happenings';
import type { Range } from '../run/extent';
import type { MetricColumns } from '../run/columns';
import type { RunState } from '../run/state';
import { wastedWork } from '../run/wasted';
import type { ChartInput, Mark } from './input';
import { placeOf, TIME, xsOf, type XAxis } from './xaxis';

/** What happened in the run, where it belongs on x. */
export type Placed = Pick<ChartInput, 'marks' | 'bands' | 'wasted' | 'pauses' | 'evaluations'>;

const NONE = new Float64Array(0);

/**
 * Everything that is not a curve. In time each thing is where it happened and attempts are bands. Laid out by step a
 * thing stands at the step that `lead`'s ranks were in; attempts lie over one another and a pause takes no step, so
 * there are no bands of either.
 */
export function placed(run: RunState, lead: MetricColumns, x: XAxis): Placed {
  const evaluated = evaluations(run.columns);
  const at = evaluated === null ? NONE : xsOf(evaluated, x).subarray(0, evaluated.values.length);
  const wasted = wastedWork(run);
  const marks = chartMarks(run);
  if (x.choice === TIME) {
    return {
      marks,
      wasted,
      evaluations: at,
      bands: run.attempts.map(({ attempt, startedAt, endedAt }) => ({
        from: startedAt,
        to: endedAt,
        label: `attempt ${attempt}`,
      })),
      pauses: run.stops.map(({ since, until }) => ({ from: since, to: until ?? run.at })),
    };
  }
  const place = (seconds: number, rank: number | null): number | null => placeOf(lead, x, seconds, rank);
  return {
    marks: marks
      .flatMap((mark): Mark[] => {
        const found = place(mark.at, mark.rank);
        return found === null ? [] : [{ ...mark, at: found }];
      })
      .sort((one, other) => one.at - other.at),
    wasted: wasted.flatMap((lost): Range[] => {
      const [from, to] = [place(lost.from, null), place(lost.to, null)];
      return to === null ? [] : [{ from: from ?? 0, to }];
    }),
    evaluations: at.toSorted(),
    bands: [],
    pauses: [],
  };
}
