import type { ActivitiesTimed } from '../protocol';
import type { Lane, LaneBook } from './lanes';
import type { Parts } from './timespent';

/** A piece of a rank's lane from unix second `began` on. */
export function timed(rank: number, began: number, slices: readonly Parts[], attempt = 1): ActivitiesTimed {
  return { kind: 'activities_timed', attempt, rank, began, slices: [...slices] };
}

/** The lane of a rank that must be there. */
export function laneOf(book: LaneBook, rank: number): Lane {
  const lane = book.lanes.get(rank);
  if (!lane) throw new Error(`there is no lane of rank ${rank}`);
  return lane;
}
