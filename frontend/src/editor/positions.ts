import type { Text } from '@codemirror/state';
import type { Problem } from '../lint/client';

/** UTF-16 length of the first `codePoints` code points of `text`, at most all of it. */
function utf16Length(text: string, codePoints: number): number {
  let length = 0;
  for (let seen = 0; seen < codePoints && length < text.length; seen++) {
    length += (text.codePointAt(length) ?? 0) > 0xffff ? 2 : 1;
  }
  return length;
}

/**
 * Offset in `doc` of a line (from 1) and a column (from 0, in code points, as Python counts them). CodeMirror counts
 * UTF-16 units, so each character beyond the basic plane before the column moves it by one. Places outside the
 * document are moved to its nearest end.
 */
export function offsetOf(doc: Text, line: number, column: number): number {
  if (line < 1) return 0;
  if (line > doc.lines) return doc.length;
  const { from, text } = doc.line(line);
  return from + utf16Length(text, column);
}

/**
 * The range to underline for `problem`. An empty one would be invisible: it grows by the character after it, or
 * at a line's end by the one before it.
 */
export function rangeOf(
  doc: Text,
  problem: Pick<Problem, 'line' | 'column' | 'endLine' | 'endColumn'>,
): { from: number; to: number } {
  const from = offsetOf(doc, problem.line, problem.column);
  const to = Math.max(from, offsetOf(doc, problem.endLine, problem.endColumn));
  if (to > from) return { from, to };
  const line = doc.lineAt(from);
  if (from < line.to) return { from, to: from + utf16Length(line.text.slice(from - line.from), 1) };
  const before = line.text.slice(0, from - line.from);
  return { from: from - (before.match(/.$/u)?.[0].length ?? 0), to: from };
}
