import { expect, test } from 'vitest';
import { NO_SAMPLES, POINTS_KEPT, RANKS_KEPT, sampleOf, withSample, type SampleBook } from './samples';
import { sampled } from './sampled.fixture';

function after(count: number, book: SampleBook = NO_SAMPLES): SampleBook {
  for (let second = 0; second < count; second += 1) {
    book = withSample(book, sampled(0, { rss_bytes: 1000 + second }), second);
  }
  return book;
}

test('the latest sample of each rank is kept', () => {
  const book = [sampled(0), sampled(1, { activity: 'backward' }), sampled(0, { activity: 'report' })].reduce(
    (before, sample, at) => withSample(before, sample, at),
    NO_SAMPLES,
  );
  expect(sampleOf(book, 1, 0)?.activity).toBe('report');
  expect(sampleOf(book, 1, 0)?.at).toBe(2);
  expect(sampleOf(book, 1, 1)?.activity).toBe('backward');
  expect(sampleOf(book, 1, 2)).toBeNull();
});

test('a new attempt begins with an empty book, and a late word of the old one is not taken', () => {
  const second = withSample(after(3), sampled(1, { attempt: 2 }), 4);
  expect(sampleOf(second, 2, 0)).toBeNull();
  expect(withSample(second, sampled(1, { attempt: 1 }), 5)).toBe(second);
});

test('a long run keeps a bounded history that still spans all of it, and its peak', () => {
  const rank = sampleOf(after(10_000), 1, 0);
  expect(rank?.history.length).toBeLessThanOrEqual(POINTS_KEPT);
  expect(rank?.history.length).toBeGreaterThan(POINTS_KEPT / 3);
  expect(rank?.history[0]?.at).toBe(0);
  expect(rank?.history.at(-1)?.at).toBeGreaterThan(9_500);
  expect(rank?.peakRssBytes).toBe(10_999);
});

test('a program that invents ranks does not fill the page', () => {
  let book = NO_SAMPLES;
  for (let rank = 0; rank < 2 * RANKS_KEPT; rank += 1) book = withSample(book, sampled(rank), 1);
  expect(book.ranks.size).toBe(RANKS_KEPT);
});
