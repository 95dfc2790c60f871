import { expect, test } from 'vitest';
import {
  NO_SAMPLES,
  RANKS_KEPT,
  sampleOf,
  USED_KEPT,
  usedOf,
  withSample,
  type SampleBook,
  type SampledRank,
} from './samples';
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

test('the most memory that a rank ever had is kept', () => {
  const book = withSample(after(100), sampled(0, { rss_bytes: 5 }), 100);
  expect(sampleOf(book, 1, 0)).toMatchObject({ rss_bytes: 5, peakRssBytes: 1099 });
});

test('a program that invents ranks does not fill the page', () => {
  let book = NO_SAMPLES;
  for (let rank = 0; rank < 2 * RANKS_KEPT; rank += 1) book = withSample(book, sampled(rank), 1);
  expect(book.ranks.size).toBe(RANKS_KEPT);
});

test('of what a rank used the last minute is kept', () => {
  const used = sampleOf(after(100), 1, 0)?.used ?? [];
  expect(used).toHaveLength(USED_KEPT);
  expect(used.at(-1)).toEqual({
    at: 99,
    cpuPercent: 50,
    rssBytes: 1099,
    gpuPercent: null,
    gpuBytes: null,
  });
});

test('steps and reports a second are those since the sample before', () => {
  const first = withSample(NO_SAMPLES, sampled(0, { steps: 10, reports: 1 }), 4);
  expect(sampleOf(first, 1, 0)).toMatchObject({ stepsPerSecond: null, reportsPerSecond: null });
  const second = withSample(first, sampled(0, { steps: 40, reports: 2 }), 6);
  expect(sampleOf(second, 1, 0)).toMatchObject({ stepsPerSecond: 15, reportsPerSecond: 0.5 });
});

test('of a GPU is told what is known: the most memory, and a minute without the moments that say nothing', () => {
  const book = [
    sampled(0),
    sampled(0, { gpu_memory_bytes: 500, gpu_percent: null }),
    sampled(0, { gpu_memory_bytes: 300, gpu_percent: 70 }),
  ].reduce((before, sample, at) => withSample(before, sample, at), NO_SAMPLES);
  const rank = sampleOf(book, 1, 0) as SampledRank;
  expect(rank.peakGpuBytes).toBe(500);
  expect(usedOf(rank, 'gpuBytes')).toEqual([500, 300]);
  expect(usedOf(rank, 'gpuPercent')).toEqual([70]);
  expect(sampleOf(withSample(NO_SAMPLES, sampled(0), 1), 1, 0)?.peakGpuBytes).toBeNull();
});
