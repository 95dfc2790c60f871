import { appendReport, type Columns, type MetricColumns } from '../run/columns';

/** One report: of which rank, at which second, with which metrics, and of which attempt (1) and number (counted). */
export type Reported = [
  rank: number,
  time: number,
  metrics: Record<string, number>,
  attempt?: number | undefined,
];

/** Columns of these reports, each numbered within its attempt, for specs. */
export function columnsOf(reports: readonly Reported[]): Columns {
  const columns: Columns = new Map();
  const counts = new Map<string, number>();
  for (const [rank, time, metrics, attempt = 1] of reports) {
    const key = `${attempt}.${rank}`;
    const index = counts.get(key) ?? 0;
    counts.set(key, index + 1);
    const told = Object.fromEntries(Object.entries(metrics).map(([name, value]) => [name, spelled(value)]));
    const head = {
      kind: 'metrics_reported',
      with_checkpoint: false,
      other_types: {},
      reported_at: time,
    } as const;
    appendReport(columns, { ...head, rank, attempt, index, metrics: told }, time);
  }
  return columns;
}

/** The columns of `loss`. */
export function lossOf(
  reports: readonly [rank: number, time: number, loss: number, attempt?: number | undefined][],
): MetricColumns {
  const of = reports.map(([rank, time, loss, attempt]): Reported => [rank, time, { loss }, attempt]);
  const found = columnsOf(of).get('loss');
  if (!found) throw new Error('nothing was reported');
  return found;
}

function spelled(value: number): number | { nonfinite: 'nan' | 'inf' | '-inf' } {
  if (Number.isFinite(value)) return value;
  return { nonfinite: Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf' };
}
