import type { LogWritten } from '../protocol';

/** One line of output. `ended` is false while its writer has not sent the line break. */
export interface LogLine {
  readonly id: number;
  readonly seq: number;
  readonly time: number;
  readonly attempt: number | null;
  /** null is the driver. */
  readonly rank: number | null;
  readonly stream: LogWritten['stream'];
  readonly origin: LogWritten['origin'];
  readonly text: string;
  readonly ended: boolean;
}

/** The most that the page keeps; what is older is cut and counted. */
export interface LogLimits {
  readonly lines: number;
  readonly lineLength: number;
}

export const LOG_LIMITS: LogLimits = { lines: 20_000, lineLength: 4_000 };

/** A run's output as lines, the newest last. `cut` lines came before the first one kept. */
export interface LogBook {
  readonly lines: LogLine[];
  cut: number;
  nextId: number;
  /** Ids of the lines that still wait for their line break, by writer. */
  readonly open: Map<string, number>;
}

export function emptyLogBook(): LogBook {
  return { lines: [], cut: 0, nextId: 0, open: new Map() };
}

// eslint-disable-next-line no-control-regex -- terminal colours start with the escape character
const TERMINAL_CODES = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** Append what somebody wrote. Text without a line break at its end is continued by the same writer's next text. */
export function appendLog(
  book: LogBook,
  log: LogWritten,
  seq: number,
  time: number,
  limits: LogLimits,
): void {
  const parts = log.text.replace(TERMINAL_CODES, '').replaceAll('\r\n', '\n').split('\n');
  const writer = `${log.attempt}/${log.rank}/${log.stream}/${log.origin}`;
  parts.forEach((part, index) => {
    const ended = index < parts.length - 1;
    const openId = book.open.get(writer);
    if (part === '' && !ended) return;
    const at = openId === undefined ? -1 : position(book, openId);
    const before = book.lines[at];
    if (before) {
      book.lines[at] = { ...before, text: visible(before.text + part, limits), ended };
    } else {
      const { attempt, rank, stream, origin } = log;
      const id = book.nextId++;
      book.lines.push({ id, seq, time, attempt, rank, stream, origin, text: visible(part, limits), ended });
      if (!ended) book.open.set(writer, id);
    }
    if (ended) book.open.delete(writer);
  });
  cutOldest(book, limits);
}

/** Ids are handed out in order and only the oldest lines are ever removed, so a line's place follows from its id. */
function position(book: LogBook, id: number): number {
  const first = book.lines[0];
  return first ? id - first.id : -1;
}

/** What a terminal would show: a carriage return writes over the line (progress bars), and a long line is cut. */
function visible(text: string, limits: LogLimits): string {
  const afterReturn = text.slice(text.lastIndexOf('\r', text.length - 2) + 1);
  if (afterReturn.length <= limits.lineLength) return afterReturn;
  return `${afterReturn.slice(0, limits.lineLength)} [cut after ${limits.lineLength} characters of a line]`;
}

/** Cut in blocks, so that a chatty run does not move the whole list at each line. */
function cutOldest(book: LogBook, limits: LogLimits): void {
  if (book.lines.length <= limits.lines * 1.1) return;
  const removed = book.lines.length - limits.lines;
  book.lines.splice(0, removed);
  book.cut += removed;
}
