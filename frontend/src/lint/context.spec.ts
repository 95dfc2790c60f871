import { expect, test } from 'vitest';
import { NO_CONTEXT, onNodes, written } from './context';

test('what is not known is not written', () => {
  expect(written(NO_CONTEXT)).toEqual({ cluster: null, claims: null });
});

test('a cluster and claims are written as JSON', () => {
  const cluster = { resources: { CPU: 16 }, nodes: 1, name: 'here' };
  const claims = { reports: { kind: 'calls', name: 'ray.train.report' } };
  expect(written({ cluster, claims })).toEqual({
    cluster: JSON.stringify(cluster),
    claims: JSON.stringify(claims),
  });
});

test('a second node brings as many CPUs and no disk of its own', () => {
  const cluster = { resources: { CPU: 16, GPU: 1 }, nodes: 1, name: 'here' };
  expect(onNodes(cluster, 2)).toEqual({ resources: { CPU: 32, GPU: 1 }, nodes: 1, name: 'here' });
  expect(onNodes(null, 2)).toBeNull();
});
