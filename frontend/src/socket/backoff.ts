/** How long to wait before the next try, in milliseconds. */
export interface Backoff {
  readonly first: number;
  readonly longest: number;
}

/**
 * The delay before try number `tries` (from 0): doubles up to `longest`, and half of it is chance, so that the pages
 * of a whole class do not come back to a restarted server in the same moment.
 */
export function delay(backoff: Backoff, tries: number, random: () => number = Math.random): number {
  const ceiling = Math.min(backoff.longest, backoff.first * 2 ** Math.min(tries, 30));
  return ceiling / 2 + (ceiling / 2) * random();
}
