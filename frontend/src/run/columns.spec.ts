import { expect, test } from 'vitest';
import type { MetricsReported } from '../protocol';
import { appendReport, firstChoice, type Columns } from './columns';

function report(rank: number, metrics: MetricsReported['metrics'], attempt = 1): MetricsReported {
  return {
    kind: 'metrics_reported',
    attempt,
    rank,
    index: 0,
    metrics,
    with_checkpoint: false,
    reported_at: 0,
  };
}

function loss(columns: Columns): Record<string, unknown> {
  const { times, byRank, points } = columns.get('loss') ?? {};
  return { times, byRank: Object.fromEntries(byRank ?? []), points: Object.fromEntries(points ?? []) };
}

test('each report is a row and each rank a column', () => {
  const columns: Columns = new Map();
  appendReport(columns, report(0, { loss: 3 }), 1);
  appendReport(columns, report(1, { loss: 4 }), 1.1);
  appendReport(columns, report(0, { loss: 2 }), 2);
  expect(loss(columns)).toEqual({
    times: [1, 1.1, 2],
    byRank: { 0: [3, undefined, 2], 1: [undefined, 4, undefined] },
    points: { 0: 2, 1: 1 },
  });
});

test('only numbers are charted', () => {
  const columns: Columns = new Map();
  appendReport(columns, report(0, { loss: 1, name: 'adam', done: true, nothing: null }), 1);
  expect([...columns.keys()]).toEqual(['loss']);
});

test('a NaN breaks the line and is marked', () => {
  const columns: Columns = new Map();
  appendReport(columns, report(0, { loss: 1 }), 1);
  appendReport(columns, report(0, { loss: { nonfinite: 'nan' } }), 2);
  expect(loss(columns)).toMatchObject({ byRank: { 0: [1, null] }, points: { 0: 1 } });
  expect(columns.get('loss')?.marks).toEqual([{ time: 2, rank: 0, value: 'nan' }]);
});

test('a new attempt breaks every line', () => {
  const columns: Columns = new Map();
  appendReport(columns, report(0, { loss: 3 }, 1), 1);
  appendReport(columns, report(0, { loss: 2 }, 2), 5);
  expect(loss(columns)).toMatchObject({ times: [1, 5, 5], byRank: { 0: [3, null, 2] } });
});

test('time never goes back, whatever the clock did', () => {
  const columns: Columns = new Map();
  appendReport(columns, report(0, { loss: 3 }), 5);
  appendReport(columns, report(1, { loss: 3 }), 4);
  expect(loss(columns)).toMatchObject({ times: [5, 5] });
});

test('the first choice is loss, then something like it, then whatever came first', () => {
  expect(firstChoice(['epoch', 'train/Loss', 'loss'])).toBe('loss');
  expect(firstChoice(['epoch', 'train/Loss'])).toBe('train/Loss');
  expect(firstChoice(['accuracy', 'epoch'])).toBe('accuracy');
  expect(firstChoice([])).toBeNull();
});
