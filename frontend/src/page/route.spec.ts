import { expect, test } from 'vitest';
import { formatRoute, parseRoute } from './route';

test.each([
  ['#train01', { place: 'train01', runId: null }],
  ['#/train01', { place: 'train01', runId: null }],
  ['#scratch/run/3f2a-b_c', { place: 'scratch', runId: '3f2a-b_c' }],
  ['#troubleshooting', { place: 'troubleshooting', runId: null }],
  ['#/troubleshooting/uneven-data', { place: 'troubleshooting/uneven-data', runId: null }],
  ['#troubleshooting/uneven-data/run/a-1', { place: 'troubleshooting/uneven-data', runId: 'a-1' }],
  ['#troubleshooting/<b>', { place: 'troubleshooting', runId: null }],
  ['#train01/other', { place: 'train01', runId: null }],
  ['#train01/run/', { place: 'train01', runId: null }],
  ['#train01/run/<b>', { place: 'train01', runId: null }],
])('%s is understood', (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
});

test.each(['', '#', '#../etc', '#<script>'])('%s names no place', (hash) => {
  expect(parseRoute(hash)).toBeNull();
});

test('a route survives being written and read', () => {
  const route = { place: 'train01', runId: 'abc123' };
  expect(parseRoute(formatRoute(route))).toEqual(route);
});
