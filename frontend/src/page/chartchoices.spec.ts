import { beforeEach, expect, test } from 'vitest';
import { AT_FIRST, readChoices, writeChoices } from './chartchoices';
import type { Memory } from './memory';

let kept: Map<string, string>;
let memory: Memory;

beforeEach(() => {
  kept = new Map();
  memory = {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => {
      if (value === null) kept.delete(key);
      else kept.set(key, value);
    },
  };
});

test('what was chosen is there at the next visit', () => {
  const chosen = { metrics: ['accuracy'], x: 'epoch', logarithmic: true, band: true, smoothing: 0.9 };
  writeChoices(memory, chosen);
  expect(readChoices(memory)).toEqual(chosen);
});

test('choices that are those of the start leave nothing behind', () => {
  writeChoices(memory, { ...AT_FIRST, band: true });
  writeChoices(memory, AT_FIRST);
  expect(kept.size).toBe(0);
});

test.each(['', 'nonsense', '[1]', 'null', '{"metrics":7,"x":1,"logarithmic":"yes","smoothing":0.31}'])(
  'what cannot be read is as if nobody had chosen: %s',
  (text) => {
    kept.set('curves', text);
    expect(readChoices(memory)).toEqual(AT_FIRST);
  },
);
