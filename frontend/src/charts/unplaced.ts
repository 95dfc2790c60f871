import type { MetricColumns } from '../run/columns';

/** What is said of values that a logarithmic scale cannot show, a sentence for each metric that has some. */
export function unplacedWords(metrics: readonly MetricColumns[], muted: ReadonlySet<number>): string[] {
  return metrics.flatMap(({ name, byRank }) => {
    let count = 0;
    for (const { rank, unplaced } of byRank.values()) if (!muted.has(rank)) count += unplaced;
    if (count === 0) return [];
    const values = count === 1 ? 'One value' : `${count} values`;
    return [`${values} of ${name} at or below 0 ${count === 1 ? 'has' : 'have'} no place on the log scale.`];
  });
}
