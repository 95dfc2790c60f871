import type { Columns, RankSeries } from './columns';

const EVALUATED = /(^|[_/.\- ])(eval|evaluation|val|valid|validation|test)([_/.\- ]|$)/i;

/** Whether a metric is one of an evaluation, by its name: `val_loss`, `eval/accuracy`, `test-error`. */
export function isEvaluation(name: string): boolean {
  return EVALUATED.test(name);
}

/**
 * The reports that evaluated: of the metrics of evaluations, the first rank's of the one that was reported most. Null
 * when none was, and when every report evaluates, as those of a loop over epochs do: then there is nothing to tell apart.
 */
export function evaluations(columns: Columns): RankSeries | null {
  let found: RankSeries | null = null;
  let reports = 0;
  for (const { name, byRank } of columns.values()) {
    for (const series of byRank.values()) {
      reports = Math.max(reports, series.values.length);
      if (isEvaluation(name) && series.values.length > (found?.values.length ?? 0)) found = series;
    }
  }
  return found !== null && 2 * found.values.length <= reports ? found : null;
}
