import { WEIGHTS } from '../charts/smoothing';
import { TIME, type XChoice } from '../charts/xaxis';
import type { Memory } from './memory';

/** How somebody likes to see curves. What a run lacks is kept for the next one that has it. */
export interface ChartChoices {
  /** The metrics that have a chart, by name; empty when nobody chose. */
  readonly metrics: readonly string[];
  readonly x: XChoice;
  readonly logarithmic: boolean;
  readonly band: boolean;
  readonly smoothing: number;
}

export const AT_FIRST: ChartChoices = {
  metrics: [],
  x: TIME,
  logarithmic: false,
  band: false,
  smoothing: 0,
};

/** Charts that fit one under another and can still be compared. */
export const MOST_CHARTS = 4;

const KEY = 'curves';

/** What was chosen in this browser. What cannot be read, or is no choice any more, is as if nobody had chosen. */
export function readChoices(memory: Memory): ChartChoices {
  const kept = parsed(memory.get(KEY));
  const { metrics, x, logarithmic, band, smoothing } = kept;
  return {
    metrics: Array.isArray(metrics)
      ? metrics.filter((name) => typeof name === 'string').slice(0, MOST_CHARTS)
      : [],
    x: typeof x === 'string' ? x : AT_FIRST.x,
    logarithmic: logarithmic === true,
    band: band === true,
    smoothing: WEIGHTS.find((weight) => weight === smoothing) ?? AT_FIRST.smoothing,
  };
}

export function writeChoices(memory: Memory, choices: ChartChoices): void {
  const changed = JSON.stringify(choices) !== JSON.stringify(AT_FIRST);
  memory.set(KEY, changed ? JSON.stringify(choices) : null);
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
