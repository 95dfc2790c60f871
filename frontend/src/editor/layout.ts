import { difference } from '../troubleshooting/difference';
import { replacement } from './changes';

type Change = Readonly<{ from: number; to: number; insert: string }>;

/** Lines of either text above which the whole is replaced: the comparison takes the product of both. */
const MOST_LINES = 2000;

/**
 * The changes that turn `before` into `after`, a change for each run of lines that differ, so that the cursor and the
 * marks on all other lines stay where they are.
 */
export function lineChanges(before: string, after: string): Change[] {
  const whole = replacement(before, after);
  if (whole === null) return [];
  if (lines(before) > MOST_LINES || lines(after) > MOST_LINES) return [whole];
  const changes: Change[] = [];
  let at = 0;
  let removed = '';
  let added = '';
  const close = (): void => {
    const change = replacement(removed, added);
    if (change)
      changes.push(inside({ ...change, from: at + change.from, to: at + change.to }, before.length));
    at += removed.length;
    removed = '';
    added = '';
  };
  for (const { kind, text } of difference(`${before}\n\u0000`, `${after}\n\u0000`)) {
    if (kind === 'removed') removed += `${text}\n`;
    else if (kind === 'added') added += `${text}\n`;
    else {
      close();
      at += text.length + 1;
    }
  }
  close();
  return changes;
}

/** The last line has no line break of its own: what would take one behind it takes the one before instead. */
function inside({ from, to, insert }: Change, length: number): Change {
  if (to <= length) return { from, to, insert };
  return { from: from - 1, to: to - 1, insert: insert === '' ? '' : `\n${insert.slice(0, -1)}` };
}

function lines(text: string): number {
  return text.split('\n').length;
}
