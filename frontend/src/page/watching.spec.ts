import { beforeEach, expect, test } from 'vitest';
import type { Refused } from '../protocol';
import { emptyRun } from '../run/state';
import { Left, Watching, WatchRefused } from './watching';

const REFUSED: Refused = {
  kind: 'refused',
  code: 'unknown_run',
  came: 'run-7',
  expected: 'a run that exists',
  todo: 'copy the link again',
  request_id: null,
  run_id: 'run-7',
};

let watching: Watching;

beforeEach(() => {
  watching = new Watching();
});

test('a run is seen once it says what it is of, and not before', async () => {
  const seen = watching.begin();
  const known = { ...emptyRun('run-7'), source: 'x = 1' };
  watching.follow(emptyRun('run-7'));
  watching.follow(known);
  watching.follow({ ...known, source: 'x = 2' });
  expect(await seen).toBe(known);
});

test('a run that is refused says why, and that somebody waited for it', async () => {
  const seen = watching.begin();
  expect(watching.refuse(REFUSED)).toBe(true);
  await expect(seen).rejects.toMatchObject({ name: 'WatchRefused', refused: REFUSED });
  await expect(seen).rejects.toBeInstanceOf(WatchRefused);
});

test('what is refused of a run that nobody waits for is left to others', async () => {
  expect(watching.refuse(REFUSED)).toBe(false);
  const seen = watching.begin();
  watching.follow({ ...emptyRun('run-7'), source: 'x = 1' });
  await seen;
  expect(watching.refuse(REFUSED)).toBe(false);
});

test('who goes elsewhere first is told apart from who was refused', async () => {
  const seen = watching.begin();
  watching.leave();
  await expect(seen).rejects.toBeInstanceOf(Left);
});
