import { expect, test } from 'vitest';
import { ACTIVITY_WORDS, caughtWords, doingWords } from './activity';
import { sampled } from './sampled.fixture';
import { NO_SAMPLES, sampleOf, withSample, type SampledRank } from './samples';
import { ACTIVITIES } from './timespent';

function said(part: Parameters<typeof sampled>[1]): string {
  return doingWords(sampleOf(withSample(NO_SAMPLES, sampled(0, part), 1), 1, 0) as SampledRank);
}

test('a collective is said with its number and what it carries', () => {
  const collective = {
    name: 'all_reduce',
    sequence: 13,
    shape: 'float32[10, 4]',
    group: '',
    counted: true,
    root: null,
  };
  expect(said({ activity: 'collective', collective, seconds: 6.2 })).toBe(
    'in all_reduce, its collective 13, float32[10, 4], for 6 s',
  );
});

test('a message is said with the rank at its other end, and has no number among the collectives', () => {
  const message = { sequence: 3, shape: 'float32[4]', group: '', counted: false };
  expect(said({ activity: 'collective', collective: { ...message, name: 'send', root: 1 } })).toBe(
    'in send to rank 1, float32[4]',
  );
  expect(
    said({ activity: 'collective', collective: { ...message, name: 'recv_object_list', root: 0 } }),
  ).toBe('in recv_object_list from rank 0, float32[4]');
  expect(said({ activity: 'collective', collective: { ...message, name: 'recv', root: null } })).toBe(
    'in recv, float32[4]',
  );
});

test('a moment has no length, and what is over was some time ago', () => {
  expect(said({ activity: 'forward', seconds: 0.02 })).toBe('in the forward pass');
  expect(said({ activity: 'returned', seconds: 7 })).toBe('its loop returned, 7 s ago');
});

test('a pass that raised is said as long as the loop goes on, and how often', () => {
  const caught = (part: Parameters<typeof sampled>[1]): string | null =>
    caughtWords(sampleOf(withSample(NO_SAMPLES, sampled(0, part), 1), 1, 0) as SampledRank);
  const raised = {
    count: 1,
    seconds_ago: 4,
    activity: 'forward' as const,
    error_type: 'RuntimeError',
    message: 'out of memory',
    where: null,
  };
  expect(caught({})).toBe(null);
  expect(caught({ raised })).toBe('went on after RuntimeError in forward');
  expect(caught({ raised: { ...raised, count: 7 } })).toBe('went on after RuntimeError in forward, 7 times');
  expect(caught({ raised, activity: 'raised' })).toBe(null);
});

test('every activity has words of its own', () => {
  expect(new Set(ACTIVITIES.map((activity) => said({ activity }))).size).toBe(ACTIVITIES.length);
  expect(Object.keys(ACTIVITY_WORDS).sort()).toEqual([...ACTIVITIES].sort());
});
