import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pace } from './pace';

let seen: number[];
let pace: Pace<number>;

beforeEach(() => {
  vi.useFakeTimers();
  seen = [];
  pace = new Pace((value) => seen.push(value), 120);
});

afterEach(() => {
  vi.useRealTimers();
});

test('the first value is handed on at once', () => {
  pace.offer(1);
  expect(seen).toEqual([1]);
});

test('of those that follow at once only the newest is handed on, when it is time', () => {
  for (const value of [1, 2, 3, 4]) pace.offer(value);
  vi.advanceTimersByTime(119);
  expect(seen).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual([1, 4]);
});

test('after a pause the next is handed on at once again', () => {
  pace.offer(1);
  vi.advanceTimersByTime(200);
  pace.offer(2);
  expect(seen).toEqual([1, 2]);
});

test('what was dropped is never handed on, and the next waits for nothing', () => {
  pace.offer(1);
  pace.offer(2);
  pace.drop();
  vi.advanceTimersByTime(50);
  expect(seen).toEqual([1]);
  pace.offer(3);
  expect(seen).toEqual([1, 3]);
});
