import { expect, test } from 'vitest';
import type { WorkersRequested } from '../protocol';
import { requestWords } from './request';

function requested(part: Partial<WorkersRequested>): WorkersRequested {
  return {
    kind: 'workers_requested',
    workers: 4,
    resources_per_worker: { CPU: 1 },
    labels: {},
    cluster: { CPU: 8, memory: 1e9 },
    largest_node: { CPU: 8 },
    nodes: [],
    strategy: 'PACK',
    datasets: [],
    may_grow: false,
    ...part,
  };
}

test('what was asked for stands beside what there is of it', () => {
  expect(requestWords(requested({}))).toBe(
    'Ray was asked for 4 workers with CPU 1 each. The whole cluster has CPU 8.',
  );
});

test('what the cluster has none of is said as none', () => {
  const words = requestWords(requested({ workers: 1, resources_per_worker: { CPU: 1, GPU: 0.5 } }));
  expect(words).toBe(
    'Ray was asked for 1 worker with CPU 1, GPU 0.5 each. The whole cluster has CPU 8, GPU 0.',
  );
});

test('a demanded label is said', () => {
  expect(requestWords(requested({ resources_per_worker: {}, labels: { zone: 'b' } }))).toBe(
    'Ray was asked for 4 workers on nodes labelled zone=b.',
  );
});
