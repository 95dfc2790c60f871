import { expect, test } from 'vitest';
import { piecesAsLines } from './lines';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('lines are whole, wherever the pieces are cut', () => {
  const text = 'first\nsecond € line\n\nlast';
  const given = bytes(text);
  for (let cut = 0; cut <= given.length; cut += 1) {
    const lines = piecesAsLines(100);
    const found = [...(lines.take(given.slice(0, cut)) ?? []), ...(lines.take(given.slice(cut)) ?? [])];
    expect(found).toEqual(['first', 'second € line', '']);
    expect(lines.left()).toBe('last');
  }
});

test('a line that becomes too long is given up, also when no line break ever comes', () => {
  expect(piecesAsLines(4).take(bytes('ok\ntoo long\n'))).toBeNull();
  const lines = piecesAsLines(4);
  expect(lines.take(bytes('abc'))).toEqual([]);
  expect(lines.take(bytes('de'))).toBeNull();
});
