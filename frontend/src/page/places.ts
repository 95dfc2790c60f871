import type { ExerciseView } from '../protocol';
import type { TroubleCase } from '../troubleshooting/case';
import { CASES } from '../troubleshooting/cases';
import { SCRATCH, TROUBLESHOOTING } from './route';
import { SCRATCHPAD } from './scratch';

/** A case's name in the address. */
export function placeOf(trouble: TroubleCase): string {
  return `${TROUBLESHOOTING}/${trouble.id}`;
}

/** The case that a place shows; null for every other place. */
export function caseAt(place: string): TroubleCase | null {
  if (place === TROUBLESHOOTING) return CASES[0] ?? null;
  return CASES.find((trouble) => placeOf(trouble) === place) ?? null;
}

/** The case that shows a diagnosis of this cause; null where none does. */
export function caseOf(cause: string): TroubleCase | null {
  return CASES.find(({ causes }) => causes.includes(cause)) ?? null;
}

/** Whether the place is the page's own: the server knows no exercise of this name and runs it as any program. */
export function isOwnPlace(place: string): boolean {
  return place === SCRATCH || place === TROUBLESHOOTING || place.startsWith(`${TROUBLESHOOTING}/`);
}

/**
 * A place of the page's own in the shape of an exercise; null when there is none of this name.
 *
 * A case is a place beside the scratchpad, so that what is written in either is kept for itself.
 */
export function ownPlace(place: string): ExerciseView | null {
  if (place === SCRATCH) return SCRATCHPAD;
  const trouble = caseAt(place);
  if (!trouble) return null;
  return {
    ...SCRATCHPAD,
    id: placeOf(trouble),
    title: trouble.title,
    summary: trouble.summary,
    task: trouble.text,
    starter: trouble.broken,
    faults_allowed: false,
  };
}
