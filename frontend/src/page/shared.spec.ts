import { expect, test } from 'vitest';
import type { Memory } from './memory';
import { SharedEdits } from './shared';

function empty(): Memory & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => {
      if (value === null) kept.delete(key);
      else kept.set(key, value);
    },
  };
}

test('what was made of a shared program is there again, and of no other program', () => {
  const edits = new SharedEdits(empty());
  edits.write('train01', 'theirs', 'mine');
  expect(edits.read('train01', 'theirs')).toBe('mine');
  expect(edits.read('train01', 'another')).toBe('another');
  expect(edits.read('train02', 'theirs')).toBe('theirs');
});

test('nothing is kept of a program that is as it came', () => {
  const memory = empty();
  const edits = new SharedEdits(memory);
  edits.write('train01', 'theirs', 'mine');
  edits.write('train01', 'theirs', 'theirs');
  expect(memory.kept.size).toBe(0);
});

test.each(['no json', 'null', '[]', '{"source":"theirs"}'])(
  'a damaged memory of %s is passed over',
  (kept) => {
    const memory = empty();
    memory.set('shared.train01', kept);
    expect(new SharedEdits(memory).read('train01', 'theirs')).toBe('theirs');
  },
);
