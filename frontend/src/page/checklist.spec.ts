import { expect, test } from 'vitest';
import type { CheckResult, CheckView, Verdict } from '../protocol';
import { shownOutcome } from './checklist';

const CLAIM: CheckView = { id: 'reports', title: 'It reports', claim: { kind: 'calls' } };
const RUN: CheckView = { id: 'loss', title: 'The loss is low', claim: null };

function verdict(outcome: CheckResult['outcome']): Verdict {
  const checks = [CLAIM, RUN].map(({ id, title }): CheckResult => ({
    check_id: id,
    title,
    outcome,
    basis: 'source',
    sentence: '',
    evidence: [],
    lines: [],
    sights: [],
  }));
  return { exercise_id: 'train01', passed: false, explanation: '', checks };
}

test('a check of the source turns green while one types, and back, whatever the last run said', () => {
  expect(shownOutcome(CLAIM, null, { reports: true })).toBe('passed');
  expect(shownOutcome(CLAIM, verdict('failed'), { reports: true })).toBe('passed');
  expect(shownOutcome(CLAIM, verdict('passed'), { reports: false })).toBe('open');
  expect(shownOutcome(CLAIM, verdict('passed'), { reports: null })).toBe('open');
});

test('until the linter has answered, it shows what the last run said', () => {
  expect(shownOutcome(CLAIM, null, {})).toBe('open');
  expect(shownOutcome(CLAIM, verdict('failed'), {})).toBe('failed');
});

test('a check of a run follows the verdict alone', () => {
  expect(shownOutcome(RUN, null, { loss: true })).toBe('open');
  expect(shownOutcome(RUN, verdict('passed'), {})).toBe('passed');
});
