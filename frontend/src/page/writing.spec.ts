import { expect, test } from 'vitest';
import { Writing } from './writing.svelte';

test('the plain text field is remembered', () => {
  const kept = new Map<string, string>();
  const memory = {
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string | null) => (value === null ? kept.delete(key) : kept.set(key, value)),
  };
  expect(new Writing(memory).plain).toBe(false);
  new Writing(memory).setPlain(true);
  expect(new Writing(memory).plain).toBe(true);
  new Writing(memory).setPlain(false);
  expect(new Writing(memory).plain).toBe(false);
});
