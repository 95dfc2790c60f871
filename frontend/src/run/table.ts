import { rowOf } from '../charts/reading';
import { endOf, ranksOf, ranksOfAll, type Columns, type MetricColumns, type RankSeries } from './columns';
import { numberAt } from './numbers';

/** Rows of a table that are on the page at once. */
export const PAGE_ROWS = 20;

/** One report: when its first rank made it, and the value of each rank in the order of `ranksOf`; null where it has none. */
export interface TableRow {
  readonly attempt: number;
  readonly report: number;
  readonly seconds: number;
  readonly values: readonly (number | null)[];
}

/** The reports of one attempt: numbers `first` to `first + count`. */
interface Block {
  readonly attempt: number;
  readonly first: number;
  readonly count: number;
}

/** How many rows the table of a metric has: each report that some rank may have made, in the order of attempts. */
export function rowCount(metric: MetricColumns): number {
  return blocks(metric).reduce((sum, { count }) => sum + count, 0);
}

/** `count` rows from number `from` on. Only these are put together, however many there are. */
export function tableRows(metric: MetricColumns, from: number, count: number): TableRow[] {
  const rows: TableRow[] = [];
  let skipped = 0;
  for (const block of blocks(metric)) {
    const begin = Math.max(0, from - skipped);
    const end = Math.min(block.count, from + count - skipped);
    for (let at = begin; at < end; at += 1) rows.push(rowAt(metric, block.attempt, block.first + at));
    skipped += block.count;
  }
  return rows;
}

function rowAt(metric: MetricColumns, attempt: number, report: number): TableRow {
  let seconds = Infinity;
  const values = ranksOf(metric).map((rank) => {
    const series = metric.byRank.get(rank);
    const row = series ? rowOf(series, attempt, report) : null;
    if (!series || row === null) return null;
    seconds = Math.min(seconds, numberAt(series.times, row) ?? Infinity);
    return numberAt(series.values, row) ?? null;
  });
  return { attempt, report, seconds, values };
}

function blocks(metric: MetricColumns): Block[] {
  const spans = new Map<number, { least: number; most: number }>();
  for (const series of metric.byRank.values()) {
    series.stretches.forEach(({ attempt, from }, place) => {
      const known = spans.get(attempt) ?? { least: Infinity, most: -Infinity };
      known.least = Math.min(known.least, numberAt(series.numbers, from) ?? Infinity);
      known.most = Math.max(known.most, numberAt(series.numbers, endOf(series, place) - 1) ?? -Infinity);
      spans.set(attempt, known);
    });
  }
  return [...spans]
    .sort(([one], [other]) => one - other)
    .map(([attempt, { least, most }]) => ({ attempt, first: least, count: most - least + 1 }));
}

/** Every value of every metric that has curves, a line for each report of each rank. */
export function csv(columns: Columns): string {
  const metrics = [...columns.values()];
  const lines = [['attempt', 'rank', 'report', 'seconds', ...metrics.map(({ name }) => quoted(name))].join()];
  for (const rank of ranksOfAll(metrics)) {
    const all = metrics.map(({ byRank }) => byRank.get(rank));
    for (const [attempt, reports] of reportsOf(all)) {
      for (const [report, seconds] of reports) {
        const values = all.map((series) => {
          const row = series ? rowOf(series, attempt, report) : null;
          return row === null ? '' : spelled(numberAt(series?.values, row));
        });
        lines.push([attempt, rank, report, seconds.toFixed(6), ...values].join());
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Of one rank: the numbers of the reports of each attempt, in order, with their seconds. */
function reportsOf(all: readonly (RankSeries | undefined)[]): [number, [number, number][]][] {
  const attempts = new Map<number, Map<number, number>>();
  for (const series of all) {
    series?.stretches.forEach(({ attempt, from }, place) => {
      const known = attempts.get(attempt) ?? new Map<number, number>();
      attempts.set(attempt, known);
      for (let row = from; row < endOf(series, place); row += 1) {
        known.set(numberAt(series.numbers, row) ?? 0, numberAt(series.times, row) ?? 0);
      }
    });
  }
  return [...attempts]
    .sort(([one], [other]) => one - other)
    .map(([attempt, reports]) => [attempt, [...reports].sort(([one], [other]) => one - other)]);
}

/** As Python and spreadsheets read it. */
function spelled(value: number | undefined): string {
  if (value === undefined) return '';
  if (Number.isNaN(value)) return 'nan';
  return Number.isFinite(value) ? String(value) : value > 0 ? 'inf' : '-inf';
}

/** A name with a comma, a quote or a line break in it, and one that a spreadsheet would take for a formula. */
function quoted(name: string): string {
  const harmless = /^[=+\-@\t\r]/.test(name) ? `'${name}` : name;
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
