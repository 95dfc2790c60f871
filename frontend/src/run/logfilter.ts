import type { LogLine } from './logs';

/** Who wrote a line: a rank's number, or the program that drives them. */
export type Writer = number | 'driver';

/** Which lines to show. An empty `writers` shows everybody's. */
export interface LogFilter {
  readonly writers: ReadonlySet<Writer>;
  readonly stream: 'both' | LogLine['stream'];
  readonly text: string;
}

export function writerOf(line: LogLine): Writer {
  return line.rank ?? 'driver';
}

/** The learner's own lines and the playground's, or Ray's and torch's. */
export function filterLines(
  lines: readonly LogLine[],
  filter: LogFilter,
  from: 'program' | 'ray',
): readonly LogLine[] {
  const wanted = filter.text.trim().toLowerCase();
  return lines.filter(
    (line) =>
      (line.origin === 'ray') === (from === 'ray') &&
      (filter.writers.size === 0 || filter.writers.has(writerOf(line))) &&
      (filter.stream === 'both' || line.stream === filter.stream) &&
      (wanted === '' || line.text.toLowerCase().includes(wanted)),
  );
}

/** Everybody who wrote a line, the driver first. */
export function writersOf(lines: readonly LogLine[], ranks: readonly number[]): Writer[] {
  const numbers = new Set(ranks);
  for (const line of lines) if (line.rank !== null) numbers.add(line.rank);
  return ['driver', ...[...numbers].sort((a, b) => a - b)];
}

/** Who wrote a line, as it stands before it. */
export function writerWords({ origin, rank }: LogLine): string {
  if (origin === 'playground') return 'playground';
  return rank === null ? 'driver' : `rank ${rank}`;
}

/** Lines as text to paste elsewhere, each with its writer. */
export function linesAsText(lines: readonly LogLine[]): string {
  return lines.map((line) => `[${writerWords(line)}] ${line.text}\n`).join('');
}

/** A line of a traceback that names a line of the learner's file, in parts: `number` is to be clicked. */
export interface LineLink {
  readonly before: string;
  readonly label: string;
  readonly after: string;
  readonly number: number;
}

/** Null for every other line. */
export function lineLink(text: string, fileName: string): LineLink | null {
  const found = /File "(?:[^"]*\/)?([^"/]+)", (line (\d+))/.exec(text);
  const [whole, file, label, digits] = found ?? [];
  if (whole === undefined || label === undefined || file !== fileName) return null;
  const at = (found?.index ?? 0) + whole.length - label.length;
  return { before: text.slice(0, at), label, after: text.slice(at + label.length), number: Number(digits) };
}
