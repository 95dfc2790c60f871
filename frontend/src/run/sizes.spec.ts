import { expect, test } from 'vitest';
import { readableBytes } from './sizes';

test.each([
  [0, '0 B'],
  [772, '772 B'],
  [1234, '1.2 kB'],
  [999_600, '1 MB'],
  [123_456_789, '123 MB'],
])('%d bytes read as %s', (bytes, text) => {
  expect(readableBytes(bytes)).toBe(text);
});
