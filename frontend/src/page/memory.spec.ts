import { afterEach, expect, test, vi } from 'vitest';
import { browserMemory, Drafts } from './memory';

function storage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return kept;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('each exercise has a draft of its own', () => {
  storage();
  const drafts = new Drafts(browserMemory());
  drafts.write('train01', 'mine', 'starter');
  expect(drafts.read('train01')).toEqual({ text: 'mine', began: 'starter' });
  expect(drafts.read('train02')).toBeNull();
});

test('a draft of a page that did not remember the starter is there all the same', () => {
  storage().set('allranks.draft.train01', 'mine');
  expect(new Drafts(browserMemory()).read('train01')).toEqual({ text: 'mine', began: null });
});

test('a draft that equals the starter is forgotten', () => {
  const kept = storage();
  const drafts = new Drafts(browserMemory());
  drafts.write('train01', 'mine', 'starter');
  drafts.write('train01', 'starter', 'starter');
  expect(kept.size).toBe(0);
});

test('a browser that remembers nothing does not stop the page', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('denied');
    },
  });
  const memory = browserMemory();
  memory.set('theme', 'dark');
  expect(memory.get('theme')).toBeNull();
});
