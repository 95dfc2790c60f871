import { expect, test } from 'vitest';
import { firstAbove, firstAtLeast, noNumbers, numberAt, push } from './numbers';

test('what is appended stays, however often the room was too small', () => {
  const numbers = noNumbers();
  for (let value = 0; value < 1000; value += 1) push(numbers, value);
  expect(numbers.length).toBe(1000);
  expect([numberAt(numbers, 0), numberAt(numbers, 999), numberAt(numbers, -1)]).toEqual([0, 999, 999]);
  expect(numbers.array[500]).toBe(500);
});

test('there is nothing past the end and nothing in an empty one', () => {
  const numbers = noNumbers();
  expect([numberAt(numbers, 0), numberAt(numbers, -1), numberAt(undefined, 0)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  push(numbers, 1);
  expect(numberAt(numbers, 1)).toBeUndefined();
});

test('a copy goes its own way', () => {
  const numbers = noNumbers();
  push(numbers, 1);
  const copy = structuredClone(numbers);
  push(copy, 2);
  expect([numbers.length, numberAt(copy, 1)]).toEqual([1, 2]);
});

test('the edges of a stretch are found, also among equal numbers', () => {
  const sorted = Float64Array.of(1, 2, 2, 2, 5, 0, 0);
  expect(firstAtLeast(sorted, 2, 0, 5)).toBe(1);
  expect(firstAbove(sorted, 2, 0, 5)).toBe(4);
  expect(firstAtLeast(sorted, 9, 0, 5)).toBe(5);
  expect(firstAbove(sorted, 0, 0, 5)).toBe(0);
  expect(firstAtLeast(sorted, 0, 2, 5)).toBe(2);
});
