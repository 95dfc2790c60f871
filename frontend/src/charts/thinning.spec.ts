import { expect, test } from 'vitest';
import type { Line } from './lines';
import { bucketWidth, thinned } from './thinning';

function line(ys: number[], step = 1, spans: Line['spans'] = [[0, ys.length]]): Line {
  const xs = Float64Array.from(ys, (_, at) => at * step);
  return { rank: 0, past: false, xs, ys: Float64Array.from(ys), spans };
}

/** `count` points between 0 and 10 with one spike. */
function long(count: number, spike: number): Line {
  return line(
    Array.from({ length: count }, (_, at) => (at === spike ? 99 : Math.sin(at / 50))),
    10 / count,
  );
}

test('few points are drawn as they are', () => {
  const few = line([4, 3, 2]);
  const range = { from: 0, to: 2 };
  expect(bucketWidth([few], range, 100)).toBe(0);
  expect(thinned(few, range, 0, false)).toEqual({ xs: [0, 1, 2], ys: [4, 3, 2], odd: [] });
});

test('of what is out of sight one point on each side remains, so that the line leaves the picture', () => {
  const points = thinned(line([5, 4, 3, 2, 1, 0]), { from: 1.5, to: 3.5 }, 0, false);
  expect(points.xs).toEqual([1, 2, 3, 4]);
});

test('many points are a few for each pixel, and no spike is lost', () => {
  const range = { from: 0, to: 10 };
  const many = long(100_000, 61_803);
  const width = bucketWidth([many], range, 500);
  expect(width).toBeLessThanOrEqual(10 / 500);
  const { xs, ys } = thinned(many, range, width, false);
  expect(xs.length).toBeLessThanOrEqual(4 * 500 + 4);
  expect(Math.max(...ys.map((y) => y ?? 0))).toBe(99);
  expect(Math.abs((xs[ys.indexOf(99)] ?? 0) - 6.1803)).toBeLessThanOrEqual(width);
  expect([...xs].sort((a, b) => a - b)).toEqual(xs);
});

test('the buckets stay where they are while the run grows', () => {
  const width = bucketWidth([long(100_000, 0)], { from: 0, to: 10 }, 500);
  expect(bucketWidth([long(100_000, 0)], { from: 0, to: 10.1 }, 500)).toBe(width);
});

test('all lines together decide whether there are too many points', () => {
  const range = { from: 0, to: 10 };
  const one = long(800, 0);
  expect(bucketWidth([one], range, 500)).toBe(0);
  expect(bucketWidth([one, one], range, 500)).toBeGreaterThan(0);
});

test('a value that is not finite breaks the line and is told, whether or not points were left out', () => {
  const values = [1, NaN, 2, -Infinity, 3];
  expect(thinned(line(values), { from: 0, to: 4 }, 0, false)).toEqual({
    xs: [0, 1, 2, 3, 4],
    ys: [1, null, 2, null, 3],
    odd: [
      { x: 1, value: NaN },
      { x: 3, value: -Infinity },
    ],
  });
  const bucketed = thinned(line(values), { from: 0, to: 4 }, 8, false);
  expect(bucketed.ys).toEqual([1, 3, null]);
  expect(bucketed.odd).toEqual([{ x: 1, value: NaN }]);
});

test('the line is broken between attempts, and x never goes back there', () => {
  const two = line([4, 3, 2, 1], 1, [
    [0, 2],
    [2, 4],
  ]);
  expect(thinned(two, { from: 0, to: 3 }, 0, false).ys).toEqual([4, 3, null, 2, 1]);
  const { xs, ys } = thinned(two, { from: 0, to: 3 }, 16, false);
  expect(ys).toEqual([4, 3, null, 2, 1]);
  expect([...xs].sort((a, b) => a - b)).toEqual(xs);
});

test('a logarithmic scale has no place for 0 and below', () => {
  expect(thinned(line([1, 0, -2, 4]), { from: 0, to: 3 }, 0, true).ys).toEqual([1, null, null, 4]);
});
