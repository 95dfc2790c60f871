// @vitest-environment happy-dom
import { describe, expect, it, test, vi } from 'vitest';
import { KEYS, isKey, keyName, onPageKey, type KeyId, type PageKeyId } from './keys';

const IDS = Object.keys(KEYS) as KeyId[];
const PAGE_IDS = IDS.filter((id): id is PageKeyId => KEYS[id].where === 'page');

/** The event of a key on a machine that is not a Mac. */
function press(id: KeyId): KeyboardEvent {
  const parts: readonly string[] = KEYS[id].key.split('-');
  const last = parts.at(-1) ?? '';
  return new KeyboardEvent('keydown', {
    key: parts.includes('Shift') && last.length === 1 ? last.toUpperCase() : last,
    code: /^[a-z]$/.test(last) ? `Key${last.toUpperCase()}` : last,
    ctrlKey: parts.includes('Mod') || parts.includes('Ctrl'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
    cancelable: true,
  });
}

function handlers(call: (id: PageKeyId) => void): Record<PageKeyId, () => void> {
  const made: Partial<Record<PageKeyId, () => void>> = {};
  for (const id of PAGE_IDS)
    made[id] = () => {
      call(id);
    };
  return made as Record<PageKeyId, () => void>;
}

test('a Mac says ⌘, everything else says Ctrl', () => {
  expect(keyName('run', 'MacIntel')).toBe('⌘↵');
  expect(keyName('run', 'Linux x86_64')).toBe('Ctrl+↵');
  expect(keyName('compare', 'MacIntel')).toBe('⇧⌥D');
  expect(keyName('compare', 'Linux x86_64')).toBe('Shift+Alt+D');
});

test('no two keys of one place are the same', () => {
  const written = IDS.map((id) => `${KEYS[id].where} ${KEYS[id].key}`);
  expect(new Set(written).size).toBe(written.length);
});

describe.each(PAGE_IDS)('the key of the page for “%s”', (id) => {
  it('calls its handler alone', () => {
    const called: string[] = [];
    const event = press(id);
    onPageKey(handlers((other) => called.push(other)))(event);
    expect(called).toEqual([id]);
    expect(event.defaultPrevented).toBe(true);
  });
});

test('a key that the editor has taken is left alone', () => {
  const handler = vi.fn();
  const event = press('run');
  event.preventDefault();
  onPageKey(handlers(handler))(event);
  expect(handler).not.toHaveBeenCalled();
});

test('with Alt held the key counts and not the letter that a Mac makes of it', () => {
  const event = new KeyboardEvent('keydown', { key: 'Î', code: 'KeyD', altKey: true, shiftKey: true });
  expect(isKey(event, 'compare')).toBe(true);
});

test('a key with something else held is another key', () => {
  const init = { key: 'Enter', ctrlKey: true, shiftKey: true };
  expect(isKey(new KeyboardEvent('keydown', init), 'run')).toBe(false);
});
