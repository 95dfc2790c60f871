import { expect, test } from 'vitest';
import type { MetricsReported } from '../protocol';
import { appendReport, endOf, firstChoice, METRICS_KEPT, ranksOf, type Columns } from './columns';
import type { Numbers } from './numbers';

function report(rank: number, metrics: MetricsReported['metrics'], attempt = 1, index = 0): MetricsReported {
  const head = { kind: 'metrics_reported', with_checkpoint: false, other_types: {}, reported_at: 0 } as const;
  return { ...head, attempt, rank, index, metrics };
}

function listed(numbers: Numbers | undefined): number[] {
  return numbers ? [...numbers.array.subarray(0, numbers.length)] : [];
}

function loss(columns: Columns, rank: number): { times: number[]; values: number[] } {
  const series = columns.get('loss')?.byRank.get(rank);
  return { times: listed(series?.times), values: listed(series?.values) };
}

test('each rank has the times and values of its own reports', () => {
  const columns: Columns = new Map();
  appendReport(columns, report(1, { loss: 4 }), 1.1);
  appendReport(columns, report(0, { loss: 3 }), 1.2);
  appendReport(columns, report(1, { loss: 2 }, 1, 1), 2);
  expect(loss(columns, 1)).toEqual({ times: [1.1, 2], values: [4, 2] });
  expect(loss(columns, 0)).toEqual({ times: [1.2], values: [3] });
  expect(listed(columns.get('loss')?.byRank.get(1)?.numbers)).toEqual([1, 2]);
});

test('ranks are listed in order, not in the order of their first report', () => {
  const columns: Columns = new Map();
  for (const rank of [2, 0, 10]) appendReport(columns, report(rank, { loss: 1 }), 1);
  const found = columns.get('loss');
  expect(found && ranksOf(found)).toEqual([0, 2, 10]);
});

test('only numbers are charted', () => {
  const columns: Columns = new Map();
  appendReport(columns, report(0, { loss: 1, name: 'adam', done: true, nothing: null }), 1);
  expect([...columns.keys()]).toEqual(['loss']);
});

test('what is no number on an axis is kept as what it is', () => {
  const columns: Columns = new Map();
  for (const nonfinite of ['nan', 'inf', '-inf'] as const) {
    appendReport(columns, report(0, { loss: { nonfinite } }), 1);
  }
  appendReport(columns, report(0, { loss: 1 }), 2);
  expect(loss(columns, 0).values).toEqual([NaN, Infinity, -Infinity, 1]);
  expect(columns.get('loss')?.byRank.get(0)?.finite).toBe(1);
});

test('each attempt is a stretch of its own', () => {
  const columns: Columns = new Map();
  appendReport(columns, report(0, { loss: 3 }, 1), 1);
  appendReport(columns, report(0, { loss: 2 }, 1, 1), 2);
  appendReport(columns, report(0, { loss: 2 }, 2), 5);
  const series = columns.get('loss')?.byRank.get(0);
  expect(series?.stretches).toEqual([
    { attempt: 1, from: 0 },
    { attempt: 2, from: 2 },
  ]);
  expect(series && [endOf(series, 0), endOf(series, 1)]).toEqual([2, 3]);
});

test('time never goes back, whatever the clock did', () => {
  const columns: Columns = new Map();
  appendReport(columns, report(0, { loss: 3 }), 5);
  appendReport(columns, report(0, { loss: 3 }), 4);
  expect(loss(columns, 0).times).toEqual([5, 5]);
});

test('a metric that only goes up within an attempt is known for it', () => {
  const columns: Columns = new Map();
  appendReport(columns, report(0, { epoch: 0, loss: 1 }), 1);
  appendReport(columns, report(0, { epoch: 1, loss: 0.5 }, 1, 1), 2);
  appendReport(columns, report(0, { epoch: 0, loss: 0.7 }, 2), 3);
  expect([columns.get('epoch')?.rising, columns.get('loss')?.rising]).toEqual([true, false]);
});

test('the first choice is loss, then something like it, then whatever came first', () => {
  expect(firstChoice(['epoch', 'train/Loss', 'loss'])).toBe('loss');
  expect(firstChoice(['epoch', 'train/Loss'])).toBe('train/Loss');
  expect(firstChoice(['accuracy', 'epoch'])).toBe('accuracy');
  expect(firstChoice([])).toBeNull();
});

test('a program that makes up names without end fills no memory', () => {
  const columns: Columns = new Map();
  for (let index = 0; index < METRICS_KEPT + 50; index += 1) {
    appendReport(columns, report(0, { [`metric ${index}`]: 1, 'metric 0': 2 }, 1, index), index);
  }
  expect(columns.size).toBe(METRICS_KEPT);
  expect(columns.get('metric 0')?.byRank.get(0)?.values.length).toBe(METRICS_KEPT + 50);
});
