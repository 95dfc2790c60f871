import { Text, ChangeSet } from '@codemirror/state';
import { expect, test } from 'vitest';
import { lineChanges } from './layout';

function applied(before: string, after: string): string {
  return ChangeSet.of(lineChanges(before, after), before.length)
    .apply(Text.of(before.split('\n')))
    .toString();
}

test.each([
  ['a\nb\nc\n', 'a\nB\nc\n'],
  ['x=1\ny = 2\n\n\n\nz=3', 'x = 1\ny = 2\n\n\nz = 3\n'],
  ['', 'x = 1\n'],
  ['\n\n\nx', 'x\n'],
  ['x\n', ''],
  ['same\n', 'same\n'],
])('%j becomes %j', (before, after) => {
  expect(applied(before, after)).toBe(after);
});

test('a place on a line that stays is the same place afterwards', () => {
  const before = 'x=1\nkept = 2\ny=3\n';
  const after = 'x = 1\nkept = 2\ny = 3\n';
  const changes = ChangeSet.of(lineChanges(before, after), before.length);
  expect(changes.mapPos(before.indexOf('kept') + 2)).toBe(after.indexOf('kept') + 2);
});
