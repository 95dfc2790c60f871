import { expect, test } from 'vitest';
import type { StepsObserved } from '../protocol';
import { agreement, agreementWords, meanLocalLoss, perStep } from './agreement';
import { NO_STEPS, STEPS_KEPT, withReported, withSteps, type ObservedReport, type StepBook } from './steps';

function steps(rank: number, index: number, part: Partial<StepsObserved> = {}): StepsObserved {
  return {
    kind: 'steps_observed',
    attempt: 1,
    rank,
    index,
    steps: 4,
    parameters_hash: 'aa',
    parameters_norm: 1,
    gradients_norm: 1,
    history_hash: 'bb',
    optimizer_hash: 'cc',
    losses: 4,
    local_loss: 0.5,
    all_reduces: 4,
    all_reduce_bytes: 400,
    all_reduce_milliseconds: 2,
    ...part,
  };
}

function book(...observed: StepsObserved[]): StepBook {
  return observed.reduce(withSteps, NO_STEPS);
}

function newest(...observed: StepsObserved[]): ObservedReport {
  const report = book(...observed).reports.at(-1);
  if (!report) throw new Error('nothing was observed');
  return report;
}

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
  const found = withReported(book(steps(0, 0)), { ...report, metrics, with_checkpoint: false });
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

test('equal hashes on all ranks are in step', () => {
  expect(agreement(newest(steps(0, 0), steps(1, 0)), 2).state).toBe('same');
});

test('the rank that is not like most is named', () => {
  const report = newest(steps(0, 0), steps(1, 0, { parameters_hash: 'zz' }), steps(2, 0));
  const found = agreement(report, 3);
  expect(found).toMatchObject({ state: 'parted', apart: [1] });
  expect(agreementWords(report, found)).toBe('Report 1: rank 1 has other weights than the rest.');
});

test('of two ranks that part nobody can say which is wrong', () => {
  const report = newest(steps(0, 0), steps(1, 0, { parameters_hash: 'zz' }));
  expect(agreement(report, 2).apart).toEqual([0, 1]);
});

test('equal weights that were reached in other ways have parted too', () => {
  const report = newest(steps(0, 0), steps(1, 0, { history_hash: 'zz' }));
  const found = agreement(report, 2);
  expect(found).toMatchObject({ state: 'parted', historyOnly: true });
  expect(agreementWords(report, found)).toContain('were not after each step before');
});

test('a report that a rank has not made waits, and no hashes are no agreement', () => {
  expect(agreement(newest(steps(0, 0)), 2).state).toBe('waiting');
  const bare = { parameters_hash: '', history_hash: '' };
  expect(agreement(newest(steps(0, 0, bare), steps(1, 0, bare)), 2).state).toBe('unknown');
});

test('traffic is told a step, and not at all without one', () => {
  const [rank] = newest(steps(0, 0)).ranks;
  const [idle] = newest(steps(0, 0, { steps: 0 })).ranks;
  if (!rank || !idle) throw new Error('no rank');
  expect(perStep(rank)).toEqual({ bytes: 100, milliseconds: 0.5 });
  expect(perStep(idle)).toBeNull();
});

test('the mean of the local losses needs every rank’s', () => {
  expect(meanLocalLoss(newest(steps(0, 0), steps(1, 0, { local_loss: 1.5 })))).toBe(1);
  expect(meanLocalLoss(newest(steps(0, 0), steps(1, 0, { local_loss: null })))).toBeNull();
});
