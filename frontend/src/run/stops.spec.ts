import { expect, test } from 'vitest';
import { NO_STOPS, openStop, STOPS_KEPT, stopWords, withStop, withStopEnded } from './stops';
import { stopped } from './sampled.fixture';

test('a stop lasts from the last progress until all go on', () => {
  const lasting = withStop(NO_STOPS, stopped('uneven', { since: 1004 }), 1000);
  expect(openStop(lasting)).toMatchObject({ since: 4, until: null, hang: true });
  const over = withStopEnded(lasting, 11, true);
  expect(openStop(over)).toBeNull();
  expect(over[0]).toMatchObject({ since: 4, until: 11, resumed: true });
});

test('a better explanation takes the place of the first, and the stop is still one', () => {
  const first = withStop(NO_STOPS, stopped('waiting', { hang: false, since: 1004 }), 1000);
  const second = withStop(first, stopped('uneven', { since: 1005 }), 1000);
  expect(second).toHaveLength(1);
  expect(second[0]).toMatchObject({ since: 4, hang: true, diagnosis: { cause: 'uneven' } });
});

test('a stop of the next attempt ends that of the one before', () => {
  const first = withStop(NO_STOPS, stopped('died'), 1000);
  const next = withStop(first, stopped('uneven', { attempt: 2, since: 1009 }), 1000);
  expect(next.map(({ since, until }) => [since, until])).toEqual([
    [1, 9],
    [9, null],
  ]);
});

test('what was never stopped cannot end, and what ended does not end again', () => {
  expect(withStopEnded(NO_STOPS, 5, true)).toBe(NO_STOPS);
  const over = withStopEnded(withStop(NO_STOPS, stopped('slow'), 1000), 5, true);
  expect(withStopEnded(over, 9, false)).toBe(over);
});

test('only the newest are kept', () => {
  let stops = NO_STOPS;
  for (let second = 0; second < 2 * STOPS_KEPT; second += 1) {
    stops = withStopEnded(withStop(stops, stopped('slow', { since: 1000 + second }), 1000), second, true);
  }
  expect(stops).toHaveLength(STOPS_KEPT);
  expect(stops.at(-1)?.since).toBe(2 * STOPS_KEPT - 1);
});

test('a line says what it was, how long and how it ended', () => {
  const lasting = withStop(NO_STOPS, stopped('uneven'), 1000);
  const [open] = lasting;
  const [resumed] = withStopEnded(lasting, 8.5, true);
  const [ended] = withStopEnded(lasting, 8.5, false);
  expect(open && stopWords(open)).toBe('nothing goes on: title of uneven');
  expect(resumed && stopWords(resumed)).toBe(
    'nothing went on for 7.5 s, then all ranks went on: title of uneven',
  );
  expect(ended && stopWords(ended)).toContain('until it was ended');
});
