import { expect, test } from 'vitest';
import { laneOf, timed } from '../run/lanes.fixture';
import { NO_LANES, withSlices, type Lane } from '../run/lanes';
import type { Parts } from '../run/timespent';
import { covered, rasterise, type Block } from './laneraster';

function lane(...slices: Parts[]): Lane {
  return laneOf(withSlices(NO_LANES, timed(0, 1000, slices), 1000, 1e6), 0);
}

const brief = (blocks: Block[]): unknown[] =>
  blocks.map(({ activity, from, to, top, bottom }) => [
    activity,
    from,
    to,
    Math.round(100 * top),
    Math.round(100 * bottom),
  ]);

test('what lasts is one block over its columns and the whole height', () => {
  const blocks = rasterise(lane({ data: 4 }, { collective: 6 }), [], [0, 10], 100);
  expect(brief(blocks)).toEqual([
    ['data', 0, 40, 0, 100],
    ['collective', 40, 100, 0, 100],
  ]);
});

test('what is told together shares the height in a fixed order', () => {
  const parts = { collective: 1, forward: 3 };
  expect(brief(rasterise(lane(parts, parts, parts), [], [0, 12], 12))).toEqual([
    ['forward', 0, 12, 25, 100],
    ['collective', 0, 12, 0, 25],
  ]);
});

test('a thousand steps in a few columns still show how much of them is waiting', () => {
  const slices = Array.from({ length: 1000 }, (_, index) =>
    index % 2 ? { report: 0.03 } : { backward: 0.01 },
  );
  expect(brief(rasterise(lane(...slices), [], [0, 20], 10))).toEqual([
    ['backward', 0, 10, 75, 100],
    ['report', 0, 10, 0, 75],
  ]);
});

test('only what lies in the range is drawn, and a gap is left open', () => {
  const rank = lane({ loop: 10 }, { data: 10 });
  const extra = [{ kind: 'doing', activity: 'collective', from: 25, to: 40 }] as const;
  expect(brief(rasterise(rank, extra, [15, 30], 15))).toEqual([
    ['data', 0, 5, 0, 100],
    ['collective', 10, 15, 0, 100],
  ]);
  expect(rasterise(null, [], [0, 1], 10)).toEqual([]);
});

test('a moment in which a rank was dead covers a column at least', () => {
  const stretch = { kind: 'dead', activity: null, from: 5, to: 5.001 } as const;
  expect(covered(stretch, [0, 10], 100)).toMatchObject({ from: 50, to: 51 });
  expect(covered(stretch, [6, 10], 100)).toBeNull();
});
