import { expect, test } from 'vitest';
import type { EventRecord } from '../protocol';
import { ADDED } from '../protocol/added';
import { completed } from './older';

function record(event: object): EventRecord {
  return { run_id: 'r', seq: 1, time: 1, event } as EventRecord;
}

test('a sample that was recorded before ranks told of their GPU has none, rather than a field that is not there', () => {
  const { event } = completed(record({ kind: 'rank_sampled', rank: 1, collective: { name: 'all_reduce' } }));
  expect(event).toMatchObject({
    rank: 1,
    collective: { name: 'all_reduce', counted: true },
    gpu_memory_bytes: null,
    gpu_percent: null,
    starved_percent: 0,
  });
});

test('what is there stays as it is, and what a record does not hold is not made up', () => {
  const told = Object.keys(ADDED['RankSampled']?.defaults ?? {}).map((name): [string, number] => [name, 7]);
  const sample: object = { kind: 'rank_sampled', collective: null, ...Object.fromEntries<number>(told) };
  expect(completed(record({ ...sample })).event).toEqual(sample);
});

test('each message in a list is completed, and no two share what they got', () => {
  const { event } = completed(
    record({ kind: 'graded', verdict: { checks: [{ id: 'one' }, { id: 'two' }] } }),
  );
  const [one, two] = event.kind === 'graded' ? event.verdict.checks : [];
  expect(one).toEqual({ id: 'one', basis: 'reported', lines: [], sights: [] });
  expect(one?.lines).not.toBe(two?.lines);
});

test('an event that has gained nothing, or that nobody knows, is left alone', () => {
  expect(completed(record({ kind: 'queue_moved', ahead: 1 })).event).toEqual({
    kind: 'queue_moved',
    ahead: 1,
  });
  expect(completed(record({ kind: 'unheard_of' })).event).toEqual({ kind: 'unheard_of' });
});
