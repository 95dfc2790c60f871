import type { RankSampled, TimeSpent } from '../protocol';

export type Activity = RankSampled['activity'];

/** Seconds of one rank, by what it was in. */
export type Parts = Readonly<Partial<Record<Activity, number>>>;

/** Seconds of one rank in each activity, summed over its reports of the attempt. */
export interface SpentRank {
  readonly rank: number;
  readonly reports: number;
  readonly seconds: Parts;
}

/** Where the newest attempt's time went. Sums alone, so that a long run costs no more than a short one. */
export interface SpentBook {
  readonly attempt: number;
  readonly ranks: readonly SpentRank[];
}

export const NO_TIME: SpentBook = { attempt: 0, ranks: [] };

/** In the order in which a step goes through them, as bars and tables list them. */
export const ACTIVITIES: readonly Activity[] = [
  'data',
  'forward',
  'backward',
  'collective',
  'serialise',
  'report',
  'checkpoint',
  'loop',
  'starting',
  'process_group',
  'returned',
  'raised',
];
/** What a rank does by itself; the others' slowness does not make it longer. `backward` has DDP's all-reduce in it. */
const ITS_OWN: readonly Activity[] = ['data', 'forward', 'loop', 'serialise', 'checkpoint'];
/** A report with less is too little to say of anybody that he is slow. */
const LEAST_SECONDS = 2;
/** The straggler's own work beyond the next rank's, as a share of all its time. */
const LEAST_SHARE = 0.25;

export const RANKS_KEPT = 256;

export function withTime(book: SpentBook, spent: TimeSpent): SpentBook {
  if (spent.attempt < book.attempt) return book;
  const before = spent.attempt === book.attempt ? book.ranks : [];
  const known = before.find(({ rank }) => rank === spent.rank);
  if (!known && before.length >= RANKS_KEPT) return book;
  const seconds = summed(known?.seconds ?? {}, spent.seconds);
  const changed = { rank: spent.rank, reports: (known?.reports ?? 0) + 1, seconds };
  const others = before.filter(({ rank }) => rank !== spent.rank);
  return { attempt: spent.attempt, ranks: [...others, changed].sort((a, b) => a.rank - b.rank) };
}

/** All of the seconds. */
export function sumOf(parts: Parts): number {
  return ACTIVITIES.reduce((sum, activity) => sum + (parts[activity] ?? 0), 0);
}

/** Both, activity by activity. */
export function summed(one: Parts, other: Parts): Parts {
  const both: Partial<Record<Activity, number>> = { ...one };
  for (const activity of ACTIVITIES) {
    const more = other[activity] ?? 0;
    if (more > 0) both[activity] = (both[activity] ?? 0) + more;
  }
  return both;
}

/** The activities that any rank spent time in. */
export function activitiesOf(book: SpentBook): Activity[] {
  return ACTIVITIES.filter((activity) => book.ranks.some(({ seconds }) => (seconds[activity] ?? 0) > 0));
}

/** Whether gradients were made by a forward pass that nobody timed: DDP's is seen, that of a bare model is not. */
export function forwardUnseen(book: SpentBook): boolean {
  return book.ranks.some(({ seconds }) => (seconds.backward ?? 0) > 0 && (seconds.forward ?? 0) === 0);
}

/** The rank that the others wait for, with the seconds of its own work, and those of the next busiest. */
export interface Straggler {
  readonly rank: number;
  readonly seconds: number;
  readonly next: number;
}

/** Null where no rank has clearly more work of its own than each other, or where too little is known. */
export function straggler(book: SpentBook): Straggler | null {
  const own = book.ranks
    .map((spent) => ({
      rank: spent.rank,
      total: sumOf(spent.seconds),
      seconds: ITS_OWN.reduce((sum, activity) => sum + (spent.seconds[activity] ?? 0), 0),
    }))
    .sort((a, b) => b.seconds - a.seconds);
  const [first, second] = own;
  if (!first || !second || first.total < LEAST_SECONDS) return null;
  if (first.seconds - second.seconds < LEAST_SHARE * first.total) return null;
  return { rank: first.rank, seconds: first.seconds, next: second.seconds };
}
