import { firstEndingAfter, type Lane } from '../run/lanes';
import type { Stretch } from '../run/stretches';
import { ACTIVITIES, type Activity } from '../run/timespent';

/** One rectangle of a lane: in columns of the canvas across, and in shares of the lane's height from its top. */
export interface Block {
  readonly activity: Activity;
  readonly from: number;
  to: number;
  readonly top: number;
  readonly bottom: number;
}

/** The columns of a lane that a stretch covers, at least one. */
export interface Covered {
  readonly stretch: Stretch;
  readonly from: number;
  readonly to: number;
}

const ORDER: readonly Activity[] = ACTIVITIES;
/** A part of less than this share of a column is not drawn: it would be thinner than a pixel. */
const LEAST_SHARE = 0.04;
/** Shares that differ by less look the same, and are drawn as one block. */
const SAME = 0.02;

/**
 * What a lane looks like between two seconds, on `columns` columns: in each column the activities share the height as
 * they shared the time, in a fixed order, so that a wait is seen however fast a rank goes through its steps.
 */
export function rasterise(
  lane: Lane | null,
  extra: readonly Stretch[],
  range: readonly [number, number],
  columns: number,
): Block[] {
  const shares = new Float64Array(columns * ORDER.length);
  const scale = columns / (range[1] - range[0]);
  const add = (activity: Activity, from: number, to: number, amount: number): void => {
    const left = Math.max(0, (from - range[0]) * scale);
    const right = Math.min(columns, (to - range[0]) * scale);
    const kind = ORDER.indexOf(activity);
    for (let column = Math.floor(left); column < right; column += 1) {
      const covered = Math.min(right, column + 1) - Math.max(left, column);
      const at = column * ORDER.length + kind;
      shares[at] = (shares[at] ?? 0) + covered * amount;
    }
  };
  if (lane) {
    for (let index = firstEndingAfter(lane, range[0]); index < lane.starts.length; index += 1) {
      const from = lane.starts[index] ?? 0;
      if (from >= range[1]) break;
      const to = lane.ends[index] ?? 0;
      const parts = lane.parts[index] ?? {};
      let sum = 0;
      for (const activity of ORDER) sum += parts[activity] ?? 0;
      for (const activity of ORDER) {
        const part = parts[activity] ?? 0;
        if (part > 0) add(activity, from, to, part / sum);
      }
    }
  }
  for (const { kind, activity, from, to } of extra) {
    if (kind === 'doing' && activity !== null) add(activity, from, to, 1);
  }
  return blocks(shares, columns);
}

/** Where a stretch lies; null where it does not lie in the range. */
export function covered(stretch: Stretch, range: readonly [number, number], columns: number): Covered | null {
  if (stretch.to <= range[0] || stretch.from >= range[1]) return null;
  const scale = columns / (range[1] - range[0]);
  const from = Math.max(0, Math.floor((stretch.from - range[0]) * scale));
  const to = Math.min(columns, Math.max(from + 1, Math.ceil((stretch.to - range[0]) * scale)));
  return { stretch, from, to };
}

function blocks(shares: Float64Array, columns: number): Block[] {
  const done: Block[] = [];
  let open: Block[] = [];
  for (let column = 0; column < columns; column += 1) {
    const stacked = stack(shares, column);
    if (alike(open, stacked)) {
      for (const block of open) block.to = column + 1;
    } else {
      done.push(...open);
      open = stacked;
    }
  }
  return [...done, ...open];
}

/** The blocks of one column, from the top. A column that is covered in part is filled to that height alone. */
function stack(shares: Float64Array, column: number): Block[] {
  const at = column * ORDER.length;
  const parts = ORDER.map((activity, kind) => ({ activity, share: shares[at + kind] ?? 0 })).filter(
    ({ share }) => share >= LEAST_SHARE,
  );
  const sum = parts.reduce((total, { share }) => total + share, 0);
  const scale = sum > 1 - LEAST_SHARE * 2 ? 1 / sum : 1;
  let bottom = 1;
  return parts.map(({ activity, share }) => {
    const top = Math.max(0, bottom - share * scale);
    const block = { activity, from: column, to: column + 1, top, bottom };
    bottom = top;
    return block;
  });
}

function alike(one: readonly Block[], other: readonly Block[]): boolean {
  return (
    one.length === other.length &&
    one.every((block, index) => {
      const beside = other[index];
      return (
        beside?.activity === block.activity &&
        Math.abs(beside.top - block.top) < SAME &&
        Math.abs(beside.bottom - block.bottom) < SAME
      );
    })
  );
}
