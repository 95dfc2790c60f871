import { expect, test } from 'vitest';
import { formatRoute, hashOfPath, parseRoute } from './route';

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
  ['#train01/code/eJwr-_', { place: 'train01', runId: null, code: 'eJwr-_' }],
  ['#troubleshooting/uneven-data/code/x', { place: 'troubleshooting/uneven-data', runId: null, code: 'x' }],
  ['#runs/3f2a-b_c', { place: 'runs', runId: '3f2a-b_c' }],
  ['#train01/run/<b>', { place: 'train01', runId: null }],
])('%s is understood', (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
});

test.each(['', '#', '#../etc', '#<script>', '#runs', '#runs/<b>'])('%s names no place', (hash) => {
  expect(parseRoute(hash)).toBeNull();
});

test.each([
  { place: 'train01', runId: 'abc123' },
  { place: 'train01', runId: null, code: 'abc' },
  { place: 'runs', runId: 'abc123' },
])('%o survives being written and read', (route) => {
  expect(parseRoute(formatRoute(route))).toEqual(route);
});

test.each([
  ['/runs/3f2a', '#runs/3f2a'],
  ['/class/allranks/runs/3f2a', '#runs/3f2a'],
  ['/', ''],
  ['/runs/', ''],
  ['/runs/a b', ''],
])('the path %s asks for “%s”', (path, hash) => {
  expect(hashOfPath(path)).toBe(hash);
});
