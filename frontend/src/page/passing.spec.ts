import { expect, test } from 'vitest';
import type { Verdict } from '../protocol';
import { emptyRun, type RunState } from '../run/state';
import type { Memory } from './memory';
import { Passing } from './passing.svelte';

const PASSED = { exercise_id: 'train01', passed: true } as Verdict;

function memory(): Memory {
  const kept = new Map<string, string>();
  return { get: (key) => kept.get(key) ?? null, set: (key, value) => kept.set(key, value ?? '') };
}

function run(source: string, verdict: Verdict | null): RunState {
  return { ...emptyRun('run-1'), source, verdict };
}

test('the program of a passed run is there at the next visit', () => {
  const browser = memory();
  new Passing(browser).note(run('mine', PASSED), () => true);
  expect(new Passing(browser).of('train01')).toBe('mine');
  expect(new Passing(browser).of('train02')).toBeNull();
});

test('a later pass takes its place, and a run that failed does not', () => {
  const passing = new Passing(memory());
  passing.note(run('first', PASSED), () => true);
  passing.note(run('second', PASSED), () => true);
  passing.note(run('broken', { ...PASSED, passed: false }), () => true);
  passing.note(run('still running', null), () => true);
  expect(passing.of('train01')).toBe('second');
});

test('the passed run of somebody else is not the learner’s', () => {
  const passing = new Passing(memory());
  passing.note(run('theirs', PASSED), () => false);
  expect(passing.of('train01')).toBeNull();
});
