import { expect, test } from 'vitest';
import { INSETS, pixelsAt, secondsAt } from './timeaxis.svelte';

const RANGE = { from: 10, to: 20 };

test('the ends of the range stand at the insets', () => {
  expect(pixelsAt(10, RANGE, 500)).toBe(INSETS.left);
  expect(pixelsAt(20, RANGE, 500)).toBe(500 - INSETS.right);
});

test('a place and its second are the same place', () => {
  expect(secondsAt(pixelsAt(13, RANGE, 500), RANGE, 500)).toBeCloseTo(13);
});
