import type { StepsObserved } from '../protocol';
import { perStep } from './agreement';
import { appendReport, type Columns } from './columns';
import type { RunState } from './state';

/** The end of the names of what a program did not report itself, which no metric of its own is likely to have. */
export const OBSERVED = '(observed)';

/** Append what was observed of one rank's report, to be charted like a metric. What is not known has no point. */
export function appendObserved(columns: Columns, observed: StepsObserved, time: number): void {
  const { attempt, rank, index } = observed;
  const metrics = {
    [`own loss ${OBSERVED}`]: observed.local_loss,
    [`gradient norm ${OBSERVED}`]: observed.gradients_norm,
    [`parameter norm ${OBSERVED}`]: observed.parameters_norm || null,
    [`all-reduce ms a step ${OBSERVED}`]:
      observed.all_reduces === 0 ? null : (perStep(observed)?.milliseconds ?? null),
  };
  appendReport(columns, { attempt, rank, index, metrics }, time);
}

/** All that can have a chart: the metrics of the program, then what was observed. */
export function chartedColumns(run: Pick<RunState, 'columns' | 'observed'> | null): Columns {
  return new Map(run ? [...run.columns, ...run.observed, ...run.columns] : []);
}
