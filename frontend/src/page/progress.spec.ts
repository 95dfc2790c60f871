import { expect, test } from 'vitest';
import type { Memory } from './memory';
import { Progress } from './progress.svelte';

test('what was passed is known after the next visit', () => {
  const kept = new Map<string, string | null>();
  const memory: Memory = { get: (key) => kept.get(key) ?? null, set: (key, value) => kept.set(key, value) };
  const first = new Progress(memory);
  expect(first.has('train01')).toBe(false);
  first.add('train01');
  first.add('train04');
  const second = new Progress(memory);
  expect([second.has('train01'), second.has('train02'), second.has('train04')]).toEqual([true, false, true]);
});
