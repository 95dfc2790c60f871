import { expect, test } from 'vitest';
import type { Sight } from '../protocol';
import { PANELS, sightWords, Spotlight } from './spotlight.svelte';

const NOWHERE: Sight = {
  panel: 'curves',
  rank: null,
  seconds: null,
  attempt: null,
  index: null,
  name: null,
  row: null,
};

test.each<[string, Partial<Sight>]>([
  ['', {}],
  ['loss of rank 2, report 7 at 3.4 s', { name: 'loss', rank: 2, index: 6, attempt: 1, seconds: 3.42 }],
  ['rank 1, attempt 2 at 5.0 s', { rank: 1, attempt: 2, seconds: 5 }],
  ['train, epoch 1, row 17', { panel: 'shard_map', name: 'train', index: 1, row: 17 }],
  ['rank 0, report 2', { panel: 'gradient_sync', rank: 0, index: 1, attempt: 1 }],
  ['attempt 2', { panel: 'checkpoints', attempt: 2 }],
])('a sight is called “%s”', (words, sight) => {
  expect(sightWords({ ...NOWHERE, ...sight })).toBe(words);
});

test('every panel that a sight names is a file among those that are shown', () => {
  const files = Object.keys(import.meta.glob('../panels/run/shown/*.svelte'));
  for (const { file } of Object.values(PANELS)) {
    expect(files).toContain(`../panels/run/shown/${file}.svelte`);
  }
});

test('the moment of a sight is pointed at on the time axis, and asking again is another sight', () => {
  const pointed: (number | null)[] = [];
  const spotlight = new Spotlight({ point: (at) => pointed.push(at) });
  const sight = { ...NOWHERE, seconds: 2.5 };
  spotlight.show(sight);
  const first = spotlight.at;
  spotlight.show(sight);
  expect(pointed).toEqual([2.5, 2.5]);
  expect(spotlight.at).toEqual(first);
  expect(spotlight.at).not.toBe(first);
});
