import { expect, test } from 'vitest';
import { laneOf, timed } from './lanes.fixture';
import {
  firstEndingAfter,
  NO_LANES,
  RANKS_KEPT,
  sliceAt,
  SLICES_KEPT,
  withSlices,
  withWholeReport,
} from './lanes';
import { spent } from './sampled.fixture';
import { sumOf } from './timespent';

const ZERO = 1000;

test('slices follow each other from the second in which the first began', () => {
  const book = withSlices(
    NO_LANES,
    timed(0, 1002, [{ data: 1 }, { forward: 0.25, backward: 0.75 }]),
    ZERO,
    10,
  );
  expect(laneOf(book, 0)).toMatchObject({
    starts: [2, 3],
    ends: [3, 4],
    parts: [{ data: 1 }, { forward: 0.25, backward: 0.75 }],
    seconds: { data: 1, forward: 0.25, backward: 0.75 },
  });
  expect(book.slices).toBe(2);
});

test('a piece that overlaps the one before begins where that ended, and a little gap is none', () => {
  const first = withSlices(NO_LANES, timed(0, 1000, [{ loop: 1 }]), ZERO, 10);
  const second = withSlices(first, timed(0, 1000.9, [{ data: 1 }]), ZERO, 10);
  const third = withSlices(second, timed(0, 1001.91, [{ loop: 1 }]), ZERO, 10);
  const [, , start] = laneOf(third, 0).starts;
  expect(laneOf(third, 0).ends[1]).toBe(start);
  expect(start).toBeCloseTo(1.9);
});

test('a real gap stays one', () => {
  const first = withSlices(NO_LANES, timed(0, 1000, [{ loop: 1 }]), ZERO, 10);
  const second = withSlices(first, timed(0, 1003, [{ data: 1 }]), ZERO, 10);
  expect(laneOf(second, 0).starts).toEqual([0, 3]);
  expect(sliceAt(laneOf(second, 0), 2)).toBe(-1);
});

test('nothing is before the run began or after its newest word', () => {
  const book = withSlices(NO_LANES, timed(0, 900, [{ loop: 50 }, { data: 500 }]), ZERO, 10);
  expect(laneOf(book, 0)).toMatchObject({ starts: [0], ends: [10] });
});

test('an activity that this page does not know takes its time away', () => {
  const book = withSlices(NO_LANES, timed(0, 1000, [{ loop: 1, dreaming: 9 } as object]), ZERO, 10);
  expect(laneOf(book, 0)).toMatchObject({ ends: [1], parts: [{ loop: 1 }] });
});

test('a new attempt counts from nothing, on the same lane', () => {
  const first = withSlices(NO_LANES, timed(0, 1000, [{ collective: 4 }]), ZERO, 10);
  const second = withSlices(first, timed(0, 1006, [{ data: 1 }], 2), ZERO, 10);
  const lane = laneOf(second, 0);
  expect(lane).toMatchObject({ starts: [0, 6], attempts: [1, 2], seconds: { data: 1 } });
  expect(lane.longestWait).toEqual({ activity: 'data', from: 6, seconds: 1 });
});

test('the longest wait is the one at a stretch, wherever it was', () => {
  const slices = [{ collective: 0.1 }, { loop: 9 }, { report: 2 }, { data: 1 }];
  const lane = laneOf(withSlices(NO_LANES, timed(0, 1000, slices), ZERO, 100), 0);
  expect(lane.longestWait).toEqual({ activity: 'report', from: 9.1, seconds: 2 });
});

test('a run without slices has what was spent before each report, until slices come', () => {
  const first = withWholeReport(NO_LANES, spent(0, 0, { data: 1, backward: 1 }), 3);
  const second = withWholeReport(first, spent(0, 1, { backward: 2 }), 5);
  expect(laneOf(second, 0)).toMatchObject({ starts: [1, 3], ends: [3, 5] });
  const fine = withSlices(second, timed(0, 1001, [{ data: 1 }, { backward: 1 }]), ZERO, 6);
  expect(laneOf(fine, 0)).toMatchObject({ starts: [1, 2], ends: [2, 3], seconds: { data: 1, backward: 1 } });
  expect(withWholeReport(fine, spent(0, 2, { data: 1 }), 7)).toBe(fine);
});

test('a second is found in its slice', () => {
  const lane = laneOf(
    withSlices(NO_LANES, timed(0, 1000, [{ loop: 1 }, { data: 1 }, { loop: 1 }]), ZERO, 9),
    0,
  );
  expect([0, 0.5, 1, 2.9, 3].map((at) => sliceAt(lane, at))).toEqual([0, 0, 1, 2, -1]);
  expect(firstEndingAfter(lane, 9)).toBe(3);
});

test('a program that invents ranks does not fill the page', () => {
  let book = NO_LANES;
  for (let rank = 0; rank < 2 * RANKS_KEPT; rank += 1) {
    book = withSlices(book, timed(rank, 1000, [{ loop: 1 }]), ZERO, 9);
  }
  expect(book.lanes.size).toBe(RANKS_KEPT);
});

test('a lane that grows for ever is kept whole in fewer slices', () => {
  let book = NO_LANES;
  const slices = Array.from({ length: 200 }, (_, index) => (index % 2 ? { loop: 0.01 } : { data: 0.01 }));
  for (let piece = 0; piece < 2 * (SLICES_KEPT / 8 / 200); piece += 1) {
    book = withSlices(book, timed(0, 1000 + 2 * piece, slices), ZERO, 1e6);
  }
  const lane = laneOf(book, 0);
  expect(lane.starts.length).toBeLessThanOrEqual(SLICES_KEPT / 8);
  expect(lane.starts[0]).toBe(0);
  expect(lane.ends.at(-1)).toBeCloseTo(400, 5);
  expect(lane.parts.reduce((sum, parts) => sum + sumOf(parts), 0)).toBeCloseTo(400, 5);
});
