import { expect, test } from 'vitest';
import { columnsOf, lossOf } from './columns.fixture';
import { inputOf } from './input.fixture';
import { readout } from './readout';
import { xAxis } from './xaxis';

const LOSS = lossOf([
  [0, 1, 4],
  [1, 1.25, 6],
  [0, 2, 2],
]);
const FIRST = { attempt: 1, report: 1, x: 1, seconds: 1 };
const SECOND = { attempt: 1, report: 2, x: 2, seconds: 2 };

test('without a cursor it says the newest value of each rank', () => {
  expect(readout(inputOf(LOSS), null)).toMatchObject({ words: 'newest: rank 0 2, rank 1 6', dots: [] });
});

test('at the cursor it reads all ranks at once, and says which has not made the report', () => {
  expect(readout(inputOf(LOSS), FIRST).words).toBe('report 1, 1.00 s: rank 0 4, rank 1 6');
  const second = readout(inputOf(LOSS), SECOND);
  expect(second.words).toBe('report 2, 2.00 s: rank 0 2, rank 1 none');
  expect(second.dots).toEqual([{ rank: 0, x: 2, value: 2 }]);
});

test('of a band it reads mean, least and most', () => {
  const read = readout(inputOf(LOSS, { band: true }), FIRST);
  expect(read.words).toBe('report 1, 1.00 s: mean 5, least 4, most 6');
  expect(read.dots).toEqual([{ rank: null, x: 1.25, value: 5 }]);
  expect(readout(inputOf(LOSS, { band: true }), { ...FIRST, report: 9 }).words).toContain('mean none');
});

test('it names the attempt where there are several, and the step that is on x', () => {
  const columns = columnsOf([
    [0, 1, { loss: 4, epoch: 3 }],
    [0, 5, { loss: 1, epoch: 3 }, 2],
  ]);
  const loss = columns.get('loss');
  if (!loss) throw new Error('no loss');
  const input = inputOf(loss, { x: xAxis(columns, 'epoch') });
  const reading = { attempt: 2, report: 1, x: 3, seconds: 5 };
  expect(readout(input, reading).where).toBe('report 1 of attempt 2, epoch 3, 5.00 s');
});
