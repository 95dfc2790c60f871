import { expect, test } from 'vitest';
import { delay } from './backoff';

const backoff = { first: 200, longest: 5000 };

test('the delay doubles with each try', () => {
  expect([0, 1, 2].map((tries) => delay(backoff, tries, () => 1))).toEqual([200, 400, 800]);
});

test('the delay never passes the longest, however often it was tried', () => {
  expect(delay(backoff, 1000, () => 1)).toBe(5000);
});

test('half of the delay is chance', () => {
  expect(delay(backoff, 1, () => 0)).toBe(200);
});
