import type { MetricsReported, StepsObserved } from '../protocol';
import { firstChoice } from './columns';

/** The reports whose steps are kept; of older ones only their number is known. */
export const STEPS_KEPT = 400;

/** One report of one rank: what its training had come to, and what it then reported. */
export interface RankSteps extends StepsObserved {
  readonly reported: { readonly name: string; readonly value: number } | null;
}

/** Report `index` of an attempt, of all the ranks that have made it. */
export interface ObservedReport {
  readonly attempt: number;
  readonly index: number;
  readonly ranks: readonly RankSteps[];
}

export interface StepBook {
  readonly reports: readonly ObservedReport[];
  /** Older reports that are not kept. */
  readonly forgotten: number;
}

export const NO_STEPS: StepBook = { reports: [], forgotten: 0 };

/** The book with what was observed of one rank's report. */
export function withSteps(book: StepBook, observed: StepsObserved): StepBook {
  const { attempt, index, rank } = observed;
  const at = place(book, attempt, index);
  const known = book.reports[at];
  const mine: RankSteps = { ...observed, reported: null };
  if (known) {
    const ranks = [...known.ranks.filter((other) => other.rank !== rank), mine].sort(
      (a, b) => a.rank - b.rank,
    );
    return { ...book, reports: book.reports.with(at, { ...known, ranks }) };
  }
  const last = book.reports[0];
  if (
    book.forgotten > 0 &&
    last &&
    (attempt < last.attempt || (attempt === last.attempt && index < last.index))
  ) {
    return book;
  }
  const reports = [...book.reports, { attempt, index, ranks: [mine] }].sort(
    (a, b) => a.attempt - b.attempt || a.index - b.index,
  );
  const over = Math.max(0, reports.length - STEPS_KEPT);
  return { reports: reports.slice(over), forgotten: book.forgotten + over };
}

/** The book with the number that a rank reported, beside what was observed of that report. */
export function withReported(book: StepBook, { attempt, index, rank, metrics }: MetricsReported): StepBook {
  const at = place(book, attempt, index);
  const known = book.reports[at];
  const numbers = Object.entries(metrics).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  const name = firstChoice(numbers.map(([name]) => name));
  const value = numbers.find(([other]) => other === name)?.[1];
  if (!known || name === null || value === undefined) return book;
  const ranks = known.ranks.map((other) =>
    other.rank === rank ? { ...other, reported: { name, value } } : other,
  );
  return { ...book, reports: book.reports.with(at, { ...known, ranks }) };
}

function place(book: StepBook, attempt: number, index: number): number {
  return book.reports.findLastIndex((report) => report.index === index && report.attempt === attempt);
}
