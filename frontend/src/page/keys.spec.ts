import { expect, test } from 'vitest';
import { shortcut } from './keys';

test('a Mac says ⌘, everything else says Ctrl', () => {
  expect(shortcut('↵', 'MacIntel')).toBe('⌘↵');
  expect(shortcut('↵', 'Linux x86_64')).toBe('Ctrl+↵');
});
