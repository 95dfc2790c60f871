import { expect, test } from 'vitest';
import { contentsOf, erase, keptIn, packed, replacedBy, take, unpacked, WrongFile } from './keeping';
import type { WholeMemory } from './memory';

const NOW = new Date('2026-01-02T03:04:05Z');

function memoryOf(kept: Record<string, string>, room = Infinity): WholeMemory {
  const held = new Map(Object.entries(kept));
  return {
    keys: () => [...held.keys()],
    get: (key) => held.get(key) ?? null,
    set: (key, value) => {
      if (value === null) held.delete(key);
      else if (held.has(key) || held.size < room) held.set(key, value);
    },
  };
}

const MINE = { passed: 'train01', 'draft.train01': 'mine', 'began.train01': 'starter', theme: 'dark' };

test('what is exported, erased and imported is there again', () => {
  const memory = memoryOf(MINE);
  const text = packed(memory, NOW);
  erase(memory);
  expect(memory.keys()).toEqual([]);
  take(unpacked(text), memory, false);
  expect(keptIn(memory)).toEqual(MINE);
  expect(unpacked(text).saved).toBe('2026-01-02T03:04:05.000Z');
});

test('the contents are said in a person’s terms', () => {
  expect(contentsOf({ ...MINE, 'passing.train02': 'p', 'draft.scratch': 's' })).toEqual({
    passed: ['train01'],
    programs: ['scratch', 'train01', 'train02'],
    choices: 1,
  });
  expect(contentsOf({})).toEqual({ passed: [], programs: [], choices: 0 });
});

function fileOf(kept: Record<string, string>): ReturnType<typeof unpacked> {
  return unpacked(packed(memoryOf(kept), NOW));
}

test('what was passed here stays passed', () => {
  const memory = memoryOf({ passed: 'train01 train03' });
  take(fileOf({ passed: 'train03 train02' }), memory, false);
  expect(memory.get('passed')).toBe('train01 train03 train02');
});

test('programs that differ are named, and are replaced only when that is wanted', () => {
  const file = fileOf({ 'draft.train01': 'theirs', 'draft.train02': 'new', theme: 'light' });
  expect(replacedBy(file, memoryOf(MINE))).toEqual(['train01']);
  const kept = memoryOf(MINE);
  take(file, kept, true);
  expect(keptIn(kept)).toEqual({ ...MINE, 'draft.train02': 'new', theme: 'light' });
  const replaced = memoryOf(MINE);
  take(file, replaced, false);
  expect(replaced.get('draft.train01')).toBe('theirs');
  expect(replaced.get('began.train01')).toBeNull();
});

test('a browser without room for it loses nothing', () => {
  const memory = memoryOf(MINE, 4);
  expect(() => {
    take(fileOf({ 'draft.train01': 'theirs', 'draft.train02': 'a', 'draft.train03': 'b' }), memory, false);
  }).toThrow('Everything is as it was before');
  expect(keptIn(memory)).toEqual(MINE);
});

test.each([
  ['', 'Got an empty file; expected a file that Export wrote'],
  ['PK\u0003 zip', 'Got a file that is not JSON, it begins with “PK'],
  ['[1]', 'Got JSON that is a list'],
  ['{"nodes": []}', 'Got JSON with the format missing'],
  ['{"format": "other"}', 'Got JSON with the format "other"'],
  ['{"format": "allranks-progress", "version": 2}', 'Got version 2 of the file; this page reads version 1'],
  [
    '{"format": "allranks-progress", "version": 1}',
    'Got "kept" that is missing; expected an object of texts',
  ],
  ['{"format": "allranks-progress", "version": 1, "kept": {"<b>": ""}}', 'Got the name “<b>” in "kept"'],
  [
    '{"format": "allranks-progress", "version": 1, "kept": {"passed": 5}}',
    'Got "passed" that is 5; expected a text',
  ],
])('a wrong file says what came and what was expected: %s', (text, said) => {
  expect(() => unpacked(text)).toThrow(WrongFile);
  expect(() => unpacked(text)).toThrow(said);
});
