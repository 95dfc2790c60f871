import { expect, test } from 'vitest';
import { difference } from './difference';

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;

function shown(before: string, after: string): string[] {
  return difference(before, after).map(({ kind, text }) => SIGNS[kind] + text);
}

test('a changed line is removed and added where it stands', () => {
  expect(shown('a\nb\nc\n', 'a\nx\nc\n')).toEqual([' a', '-b', '+x', ' c']);
});

test('what one text alone has at an end is found', () => {
  expect(shown('a', 'a\nb')).toEqual([' a', '+b']);
  expect(shown('a\nb', 'b')).toEqual(['-a', ' b']);
});

test('equal texts differ in nothing', () => {
  expect(shown('a\nb', 'a\nb\n')).toEqual([' a', ' b']);
});
