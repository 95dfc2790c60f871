import { expect, test } from 'vitest';
import { columnsOf, lossOf } from '../charts/columns.fixture';
import { csv, rowCount, tableRows } from './table';

const LOSS = lossOf([
  [0, 1, 4],
  [1, 1.5, 6],
  [0, 2, 2],
  [0, 5, 9, 2],
  [1, 5, 8, 2],
]);

test('a row is a report with the value of each rank, and none where a rank did not make it', () => {
  expect(rowCount(LOSS)).toBe(3);
  expect(tableRows(LOSS, 0, 10)).toEqual([
    { attempt: 1, report: 1, seconds: 1, values: [4, 6] },
    { attempt: 1, report: 2, seconds: 2, values: [2, null] },
    { attempt: 2, report: 1, seconds: 5, values: [9, 8] },
  ]);
});

test('a page is put together from where it begins, also over the end of an attempt', () => {
  expect(tableRows(LOSS, 1, 2).map(({ attempt, report }) => [attempt, report])).toEqual([
    [1, 2],
    [2, 1],
  ]);
  expect(tableRows(LOSS, 2, 5)).toHaveLength(1);
  expect(tableRows(LOSS, 3, 5)).toEqual([]);
});

test('a metric that not every report has keeps the numbers of its reports', () => {
  const columns = columnsOf([
    [0, 1, { loss: 1 }],
    [0, 2, { loss: 1, val: 2 }],
    [0, 3, { loss: 1 }],
    [0, 4, { loss: 1, val: 3 }],
  ]);
  const val = columns.get('val');
  expect(val && tableRows(val, 0, 9).map(({ report, values }) => [report, values])).toEqual([
    [2, [2]],
    [3, [null]],
    [4, [3]],
  ]);
});

test('the file has a line for each report of each rank, with every metric', () => {
  const columns = columnsOf([
    [1, 1, { loss: 4 }],
    [0, 1.5, { loss: NaN, 'val, best': 0.5 }],
    [0, 2, { loss: Infinity }],
  ]);
  expect(csv(columns)).toBe(
    [
      'attempt,rank,report,seconds,loss,"val, best"',
      '1,0,1,1.500000,nan,0.5',
      '1,0,2,2.000000,inf,',
      '1,1,1,1.000000,4,',
      '',
    ].join('\n'),
  );
});

test('a name that a spreadsheet would take for a formula is harmless', () => {
  expect(csv(columnsOf([[0, 1, { '=1+1': 3 }]])).split('\n')[0]).toBe("attempt,rank,report,seconds,'=1+1");
});
