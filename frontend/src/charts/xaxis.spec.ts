import { expect, test } from 'vitest';
import type { Columns, RankSeries } from '../run/columns';
import { columnsOf, type Reported } from './columns.fixture';
import { IN_TIME } from './input.fixture';
import { nearestRow, placeOf, REPORT, stepMetrics, TIME, xAxis, xRange, xsOf } from './xaxis';

/** Two attempts of one rank, the second of which begins again at epoch 1. */
const RESTARTED: Reported[] = [
  [0, 1, { loss: 4, epoch: 0 }],
  [0, 2, { loss: 3, epoch: 1 }],
  [0, 3, { loss: 2, epoch: 2 }],
  [0, 5, { loss: 3, epoch: 1 }, 2],
  [0, 6, { loss: 2, epoch: 2 }, 2],
];

function lossIn(columns: Columns): RankSeries {
  const series = columns.get('loss')?.byRank.get(0);
  if (!series) throw new Error('rank 0 reported no loss');
  return series;
}

function xs(columns: Columns, wanted: string): number[] {
  const series = lossIn(columns);
  return [...xsOf(series, xAxis(columns, wanted)).subarray(0, series.values.length)];
}

test('a metric named like a step that never went down within an attempt can stand on x', () => {
  const columns = columnsOf([
    [0, 1, { epoch: 0, global_step: 10, batch: 5, loss: 1, epochs_left: 3 }],
    [0, 2, { epoch: 1, global_step: 20, batch: 0, loss: 2, epochs_left: 2 }],
  ]);
  expect(stepMetrics(columns)).toEqual(['epoch', 'global_step']);
});

test('what the run lacks is not on x, and then it is time', () => {
  expect(xAxis(columnsOf(RESTARTED), 'step').choice).toBe(TIME);
  expect(xAxis(columnsOf(RESTARTED), 'epoch').choice).toBe('epoch');
  expect(xAxis(new Map(), REPORT).choice).toBe(REPORT);
});

test('a value stands at its second, at the number of its report, or at the step of the same report', () => {
  const columns = columnsOf(RESTARTED);
  expect(xs(columns, TIME)).toEqual([1, 2, 3, 5, 6]);
  expect(xs(columns, REPORT)).toEqual([1, 2, 3, 1, 2]);
  expect(xs(columns, 'epoch')).toEqual([0, 1, 2, 1, 2]);
});

test('what was laid out grows with the run, and reports without a step count to the one before', () => {
  const columns = columnsOf([
    [0, 1, { loss: 4, step: 10 }],
    [0, 2, { loss: 3 }],
    [0, 3, { loss: 2, step: 20 }],
  ]);
  expect(xs(columns, 'step')).toEqual([10, 10, 20]);
  const longer = columnsOf([...RESTARTED, [0, 7, { loss: 1, epoch: 3 }, 2]]);
  expect(xs(longer, 'epoch')).toEqual([0, 1, 2, 1, 2, 3]);
});

test('the range of x reaches from the first to the last step of all attempts', () => {
  const columns = columnsOf([...RESTARTED, [1, 1, { loss: 9, epoch: 7 }]]);
  const metrics = [...columns.values()].filter(({ name }) => name === 'loss');
  expect(xRange(metrics, xAxis(columns, 'epoch'))).toEqual({ from: 0, to: 7 });
  expect(xRange([], IN_TIME)).toBeNull();
});

test('a moment of the run stands at the step that was reported last before it', () => {
  const columns = columnsOf([...RESTARTED, [1, 2.5, { loss: 9, epoch: 7 }]]);
  const loss = columns.get('loss');
  if (!loss) throw new Error('no loss');
  const by = xAxis(columns, 'epoch');
  expect(placeOf(loss, by, 2.2, null)).toBe(1);
  expect(placeOf(loss, by, 2.7, null)).toBe(7);
  expect(placeOf(loss, by, 2.7, 0)).toBe(1);
  expect(placeOf(loss, by, 5.5, 3)).toBe(1);
  expect(placeOf(loss, by, 0.5, null)).toBeNull();
  expect(placeOf(loss, IN_TIME, 2.2, null)).toBe(2.2);
});

test('the nearest row is found in time, and among attempts that lie over one another in the newest', () => {
  const columns = columnsOf(RESTARTED);
  const series = lossIn(columns);
  expect(nearestRow(series, IN_TIME, 3.9)).toBe(2);
  expect(nearestRow(series, IN_TIME, 99)).toBe(4);
  expect(nearestRow(series, xAxis(columns, 'epoch'), 1.2)).toBe(3);
  expect(nearestRow(series, xAxis(columns, 'epoch'), 0)).toBe(0);
});
