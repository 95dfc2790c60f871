import { expect, test } from 'vitest';
import type { StepsObserved } from '../protocol';
import { agreement, agreementWords, meanLocalLoss, perStep } from './agreement';
import { book, steps } from './observed.fixture';
import type { ObservedReport } from './steps';

function newest(...observed: StepsObserved[]): ObservedReport {
  const report = book(...observed).reports.at(-1);
  if (!report) throw new Error('nothing was observed');
  return report;
}

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
