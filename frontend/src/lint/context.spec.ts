import { expect, test } from 'vitest';
import { NO_CONTEXT, written } from './context';

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
