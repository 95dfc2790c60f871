import { expect, test } from 'vitest';
import { sparkline } from './sparkline';

test('the most is at the top, nothing at the foot, and time goes to the right', () => {
  expect(sparkline([0, 50, 100], 100, 40, 10)).toBe('M0.0 10.0L20.0 5.0L40.0 0.0');
});

test('a value beyond the most makes the scale, so that nothing leaves the box', () => {
  expect(sparkline([100, 200], 100, 40, 10)).toBe('M0.0 5.0L40.0 0.0');
});

test('one value is no line', () => {
  expect(sparkline([3], 10, 40, 10)).toBe('');
});
