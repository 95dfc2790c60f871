import { expect, test } from 'vitest';
import { book, steps } from './observed.fixture';
import { NO_STEPS, STEPS_KEPT, withReported, withSteps } from './steps';

test('the ranks of a report are put together, in order', () => {
  const found = book(steps(1, 0), steps(0, 0), steps(0, 1));
  expect(found.reports.map(({ index, ranks }) => [index, ranks.map(({ rank }) => rank)])).toEqual([
    [0, [0, 1]],
    [1, [0]],
  ]);
});

test('the reported loss stands beside the rank’s own', () => {
  const report = { kind: 'metrics_reported', attempt: 1, rank: 0, index: 0, reported_at: 0 } as const;
  const metrics = { epoch: 3, loss: 0.25, note: 'x' };
  const found = withReported(book(steps(0, 0)), {
    ...report,
    metrics,
    with_checkpoint: false,
    other_types: {},
  });
  expect(found.reports[0]?.ranks[0]).toMatchObject({
    local_loss: 0.5,
    reported: { name: 'loss', value: 0.25 },
  });
});

test('the oldest of very many reports are forgotten and counted', () => {
  let found = NO_STEPS;
  for (let index = 0; index < STEPS_KEPT + 3; index += 1) found = withSteps(found, steps(0, index));
  expect(found).toMatchObject({ forgotten: 3 });
  expect(found.reports).toHaveLength(STEPS_KEPT);
  expect(withSteps(found, steps(1, 0))).toBe(found);
});
