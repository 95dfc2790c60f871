import { trainingTime, withRoom, type Range } from '../run/extent';
import type { RunState } from '../run/state';
import { Axis } from './axis.svelte';

/** CSS pixels beside a drawing on the time axis, where a chart has its values and a lane its rank. All have the same. */
export const INSETS = { left: 56, right: 12 } as const;

/** The seconds of the run on the page. Curves and lanes are drawn on it, one under the other. */
export class TimeAxis extends Axis {
  constructor(run: () => RunState | null) {
    super(() => {
      const shown = run();
      const range = shown && wholeOf(shown);
      return range && { of: shown.runId, range };
    });
  }
}

/** What the axis shows of a run until somebody zooms. */
export function wholeOf(run: RunState): Range | null {
  const range = trainingTime(run);
  return range && withRoom(range);
}

/** How many CSS pixels from the left edge of a drawing that is `width` wide a second is. */
export function pixelsAt(seconds: number, range: { from: number; to: number }, width: number): number {
  const room = Math.max(1, width - INSETS.left - INSETS.right);
  return INSETS.left + ((seconds - range.from) / (range.to - range.from)) * room;
}

/** The second at so many CSS pixels from the left edge of a drawing that is `width` wide. */
export function secondsAt(pixels: number, range: { from: number; to: number }, width: number): number {
  const room = Math.max(1, width - INSETS.left - INSETS.right);
  return range.from + ((pixels - INSETS.left) / room) * (range.to - range.from);
}
