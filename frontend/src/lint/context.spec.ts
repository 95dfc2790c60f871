import { expect, test } from 'vitest';
import { NO_CONTEXT, onNodes, written } from './context';

const UNKNOWN = { node: null, labels: null, packages: null, network: null, files: null };

test('what is not known is not written', () => {
  expect(written(NO_CONTEXT)).toEqual({ cluster: null, claims: null });
});

test('a cluster and claims are written as JSON', () => {
  const cluster = { resources: { CPU: 16 }, nodes: 1, name: 'here', ...UNKNOWN };
  const claims = { reports: { kind: 'calls', name: 'ray.train.report' } };
  expect(written({ cluster, claims })).toEqual({
    cluster: JSON.stringify(cluster),
    claims: JSON.stringify(claims),
  });
});

test('a second node brings as many CPUs and no disk of its own', () => {
  const cluster = { resources: { CPU: 16, GPU: 1 }, nodes: 1, name: 'here', ...UNKNOWN };
  expect(onNodes(cluster, 2)).toEqual({ ...cluster, resources: { CPU: 32, GPU: 1 } });
  expect(onNodes(null, 2)).toBeNull();
});
