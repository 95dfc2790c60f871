import type { LogLine } from './logs';

/** Who wrote a line: a rank's number, or the program that drives them. */
export type Writer = number | 'driver';

/** Which lines to show. An empty `writers` shows everybody's. */
export interface LogFilter {
  readonly writers: ReadonlySet<Writer>;
  readonly stream: 'both' | LogLine['stream'];
  readonly text: string;
}

export interface FilteredLines {
  /** The newest `most` lines that match, oldest first. */
  readonly lines: readonly LogLine[];
  /** Matching lines that are older. */
  readonly earlier: number;
}

export function writerOf(line: LogLine): Writer {
  return line.rank ?? 'driver';
}

/** The learner's own lines and the playground's, or Ray's and torch's. */
export function filterLines(
  lines: readonly LogLine[],
  filter: LogFilter,
  from: 'program' | 'ray',
  most: number,
): FilteredLines {
  const wanted = filter.text.trim().toLowerCase();
  const matching = lines.filter(
    (line) =>
      (line.origin === 'ray') === (from === 'ray') &&
      (filter.writers.size === 0 || filter.writers.has(writerOf(line))) &&
      (filter.stream === 'both' || line.stream === filter.stream) &&
      (wanted === '' || line.text.toLowerCase().includes(wanted)),
  );
  const earlier = Math.max(0, matching.length - most);
  return { lines: matching.slice(earlier), earlier };
}

/** Everybody who wrote a line, the driver first. */
export function writersOf(lines: readonly LogLine[], ranks: readonly number[]): Writer[] {
  const numbers = new Set(ranks);
  for (const line of lines) if (line.rank !== null) numbers.add(line.rank);
  return ['driver', ...[...numbers].sort((a, b) => a - b)];
}
