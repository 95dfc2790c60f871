/** A line of two texts laid side by side: in both, only in the first, or only in the second. */
export interface DifferenceLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** The longest common lines stay; the rest was removed or added, what was removed first. */
export function difference(before: string, after: string): DifferenceLine[] {
  const from = before.trimEnd().split('\n');
  const to = after.trimEnd().split('\n');
  const common = lengths(from, to);
  const lines: DifferenceLine[] = [];
  let i = 0;
  let j = 0;
  while (i < from.length || j < to.length) {
    if (i < from.length && j < to.length && from[i] === to[j]) {
      lines.push({ kind: 'same', text: from[i] ?? '' });
      i += 1;
      j += 1;
    } else if (j >= to.length || (i < from.length && at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push({ kind: 'removed', text: from[i] ?? '' });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: to[j] ?? '' });
      j += 1;
    }
  }
  return lines;
}

/** How many lines the rests of both texts, from each pair of lines on, have in common. */
function lengths(from: readonly string[], to: readonly string[]): number[][] {
  const table = Array.from({ length: from.length + 1 }, () => new Array<number>(to.length + 1).fill(0));
  for (let i = from.length - 1; i >= 0; i -= 1) {
    for (let j = to.length - 1; j >= 0; j -= 1) {
      const row = table[i] ?? [];
      row[j] =
        from[i] === to[j] ? 1 + at(table, i + 1, j + 1) : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}

function at(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}
