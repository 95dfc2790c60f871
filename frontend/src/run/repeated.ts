import { readable } from '../charts/input';
import type { RunRepeated } from '../protocol';

/** What was drawn for the run more, in words: `3 workers, lr 0.02, seed 81`. */
export function drawnWords({ variation }: RunRepeated): string {
  const { workers, seed, config } = variation;
  const values = Object.entries(config).map(([name, value]) => `${name} ${readable(value)}`);
  return [`${workers} ${workers === 1 ? 'worker' : 'workers'}`, ...values, `seed ${seed}`].join(', ');
}

/** What came of it in a sentence. The values are not judged here: that is the verdict's. */
export function repeatedWords(repeated: RunRepeated): string {
  if (repeated.outcome === 'not_tried') return `It was not run once more: ${repeated.sentence}.`;
  if (repeated.outcome === 'failed') return `It did not come to its end: ${repeated.sentence}`;
  return repeated.unmet[0] ?? 'It came to its end, and so did the solution.';
}

/** One report of one rank beside the solution's; null where there was none, or no number. */
export interface RepeatedRow {
  readonly rank: number;
  readonly report: number;
  readonly reported: number | null;
  readonly expected: number | null;
}

/** Every report of both, by rank; reports count from 1. */
export function repeatedRows({ reported, expected }: RunRepeated): readonly RepeatedRow[] {
  const ranks = [...new Set([...Object.keys(reported), ...Object.keys(expected)].map(Number))];
  return ranks
    .sort((a, b) => a - b)
    .flatMap((rank) => {
      const mine = reported[rank] ?? [];
      const right = expected[rank] ?? [];
      return Array.from({ length: Math.max(mine.length, right.length) }, (_, index) => ({
        rank,
        report: index + 1,
        reported: mine[index] ?? null,
        expected: right[index] ?? null,
      }));
    });
}
