import type { Stroke } from './figure';

const FAINT = 0.3;

/** How a stroke is drawn: CSS pixels across, 0 for one that only bounds a band, and its opacity. */
export function lookOf({ role, past }: Pick<Stroke, 'role' | 'past'>): { width: number; alpha: number } {
  const width = role === 'low' || role === 'high' ? 0 : role === 'raw' ? 1 : 2;
  return { width, alpha: role === 'raw' ? FAINT : past ? 0.45 : 1 };
}
