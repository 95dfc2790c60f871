import { expect, test } from 'vitest';
import { columnsOf, type Reported } from '../charts/columns.fixture';
import { evaluations, isEvaluation } from './evaluations';

test.each(['val_loss', 'eval/accuracy', 'test-error', 'loss.val', 'Validation loss', 'loss_eval'])(
  '%s is of an evaluation',
  (name) => {
    expect(isEvaluation(name)).toBe(true);
  },
);

test.each(['loss', 'value', 'interval', 'latest', 'contest'])('%s is not', (name) => {
  expect(isEvaluation(name)).toBe(false);
});

test('reports that evaluated now and then are found', () => {
  const reports = [0, 1, 2, 3, 4, 5].map((index): Reported => {
    const often = { loss: 1 };
    return [0, index, index % 3 === 2 ? { ...often, val_loss: 2 } : often];
  });
  const found = evaluations(columnsOf(reports));
  expect([...(found?.times.array.subarray(0, found.times.length) ?? [])]).toEqual([2, 5]);
});

test('when each report evaluates, or none does, there is nothing to mark', () => {
  const each = [0, 1, 2].map((at): Reported => [0, at, { loss: 1, val_loss: 2 }]);
  expect(evaluations(columnsOf(each))).toBeNull();
  expect(evaluations(columnsOf([[0, 1, { loss: 1 }]]))).toBeNull();
});
