import { expect, test } from 'vitest';
import { appendReport, type Columns } from './columns';
import { steps } from './observed.fixture';
import { appendObserved, chartedColumns } from './observedcolumns';

function values(columns: Columns, name: string, rank = 0): number[] {
  const series = columns.get(name)?.byRank.get(rank);
  return series ? [...series.values.array.subarray(0, series.values.length)] : [];
}

test('the loss, the norms and the all-reduce of each report have columns by rank', () => {
  const columns: Columns = new Map();
  appendObserved(columns, steps(0, 0, { local_loss: 2, gradients_norm: 3, parameters_norm: 5 }), 1);
  appendObserved(columns, steps(1, 0, { local_loss: 4 }), 1);
  appendObserved(columns, steps(0, 1, { local_loss: 1, all_reduce_milliseconds: 8 }), 2);
  expect(values(columns, 'own loss (observed)')).toEqual([2, 1]);
  expect(values(columns, 'own loss (observed)', 1)).toEqual([4]);
  expect(values(columns, 'gradient norm (observed)')).toEqual([3, 1]);
  expect(values(columns, 'parameter norm (observed)')).toEqual([5, 1]);
  expect(values(columns, 'all-reduce ms a step (observed)')).toEqual([0.5, 2]);
});

test('what is not known has no point, rather than a zero', () => {
  const columns: Columns = new Map();
  const unknown = { local_loss: null, gradients_norm: null, parameters_norm: 0, all_reduces: 0 };
  appendObserved(columns, steps(0, 0, { ...unknown, all_reduce_bytes: 0, all_reduce_milliseconds: 0 }), 1);
  expect([...columns.keys()]).toEqual([]);
});

test('a metric of the program comes before what was observed, and goes before it where it has that name', () => {
  const columns: Columns = new Map();
  const observed: Columns = new Map();
  appendReport(columns, { attempt: 1, rank: 0, index: 0, metrics: { loss: 1, 'own loss (observed)': 9 } }, 1);
  appendObserved(observed, steps(0, 0, { local_loss: 2 }), 1);
  const all = chartedColumns({ columns, observed });
  expect([...all.keys()].slice(0, 3)).toEqual(['loss', 'own loss (observed)', 'gradient norm (observed)']);
  expect(values(all, 'own loss (observed)')).toEqual([9]);
});
