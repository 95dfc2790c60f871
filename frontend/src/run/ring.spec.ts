import { expect, test } from 'vitest';
import type { Event } from '../protocol';
import { steps } from './observed.fixture';
import { factsOf, recorded } from './recorded.fixture';
import { reduce } from './reduce';
import { ringNodes, shortestWords, type RingNode } from './ring';
import { emptyRun } from './state';

const GROUP: Event = {
  kind: 'worker_group_started',
  attempt: 1,
  ranks: [factsOf(0, 3), factsOf(1, 3), factsOf(2, 3)],
};

function nodes(...events: Event[]): RingNode[] {
  return ringNodes(recorded([GROUP, ...events]).reduce(reduce, emptyRun('run-1')));
}

test('each rank has the traffic of a step of its last report', () => {
  const found = nodes(
    steps(0, 0, { steps: 4, all_reduce_bytes: 400, all_reduce_milliseconds: 40 }),
    steps(0, 1, { steps: 2, all_reduce_bytes: 200, all_reduce_milliseconds: 4 }),
  );
  expect(found.map(({ traffic }) => traffic)).toEqual([{ bytes: 100, milliseconds: 2 }, null, null]);
});

test('a rank that reduces nothing has no traffic', () => {
  expect(nodes(steps(0, 0, { all_reduces: 0, all_reduce_bytes: 0 }))[0]?.traffic).toBeNull();
});

test('a killed rank is lost and a paused one is not', () => {
  const fault = { kind: 'fault_injected', attempt: 1, by: 'person', reports: 0, seconds: 0 } as const;
  const found = nodes({ ...fault, rank: 1, action: 'kill' }, { ...fault, rank: 2, action: 'pause' });
  expect(found.map(({ lost, paused }) => [lost, paused])).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ]);
});

const node = (rank: number, milliseconds: number): RingNode => ({
  rank,
  lost: false,
  paused: false,
  traffic: { bytes: 100, milliseconds },
});

test('the rank with the shortest all-reduce is the one that the others wait for', () => {
  expect(shortestWords([node(0, 180), node(1, 9), node(2, 175)])).toContain('wait for rank 1');
  expect(shortestWords([node(0, 9), node(1, 8)])).toContain('none waits much');
  expect(shortestWords([node(0, 0.9), node(1, 0.1)])).toContain('none waits much');
  expect(shortestWords([node(0, 9)])).toContain('appears with its first report');
});
