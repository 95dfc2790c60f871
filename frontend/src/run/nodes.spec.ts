import { expect, it } from 'vitest';
import { isOnSecondNode } from './nodes';

it('knows which ranks are on the node that can be taken away', () => {
  expect(isOnSecondNode({ node_ip: '127.0.0.3' })).toBe(true);
  expect(isOnSecondNode({ node_ip: '127.0.0.2' })).toBe(false);
  expect(isOnSecondNode(null)).toBe(false);
});
