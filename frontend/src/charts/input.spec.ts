import { expect, test } from 'vitest';
import { readable } from './input';

test.each([
  [3, '3'],
  [0.123456, '0.1235'],
  [0.5, '0.5'],
  [1234.5678, '1235'],
  [0.0000123, '1.23e-5'],
  [0, '0'],
  [NaN, 'NaN'],
  [Infinity, '∞'],
  [-Infinity, '−∞'],
])('%d reads as %s', (value, text) => {
  expect(readable(value)).toBe(text);
});
