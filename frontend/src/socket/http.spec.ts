import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backendAt } from './backend';
import { Server, Unanswered } from './http';

const NOW = Date.parse('2026-01-01T00:00:10Z');

function serverThatSays(body: unknown, init: ResponseInit = {}): Server {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response(JSON.stringify(body), init))),
  );
  return new Server(backendAt('', 'http://127.0.0.1:8000/'));
}

async function complaint(asked: Promise<unknown>): Promise<Unanswered> {
  const error: unknown = await asked.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Unanswered) return error;
  throw new Error('the server was expected not to answer');
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an answer is handed on', async () => {
  await expect(serverThatSays([{ id: 'train01' }]).exercises()).resolves.toEqual([{ id: 'train01' }]);
});

test('a solution is its source', async () => {
  await expect(serverThatSays({ exercise_id: 'train01', source: 'x' }).solution('train01')).resolves.toBe(
    'x',
  );
});

test('a server that is away is named, with what to do', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))),
  );
  const error = await complaint(new Server(backendAt('', 'http://127.0.0.1:8000/')).exercises());
  expect(error.message).toBe(
    'The server at 127.0.0.1:8000 does not answer. Start it with `make run`, then try again.',
  );
  expect(error.status).toBeNull();
});

test('a refusal is told as what came, what was expected and what to do', async () => {
  const server = serverThatSays(
    { came: 'exercise nope', expected: 'one that exists', todo: 'pick one from the list' },
    { status: 404 },
  );
  const error = await complaint(server.exercise('nope'));
  expect(error.message).toBe('Got exercise nope; expected one that exists. Pick one from the list.');
  expect(error.status).toBe(404);
});

test('an answer that says nothing is told by its number', async () => {
  expect((await complaint(serverThatSays(null, { status: 500 }).exercises())).message).toMatch(
    /answered 500/,
  );
});

test('a clock that is two seconds or more apart is noticed, a smaller difference is not', async () => {
  const close = serverThatSays([], { headers: { date: 'Thu, 01 Jan 2026 00:00:09 GMT' } });
  await close.exercises();
  expect(close.clockAhead).toBe(0);
  const apart = serverThatSays([], { headers: { date: 'Thu, 01 Jan 2026 00:01:10 GMT' } });
  await apart.exercises();
  expect(apart.clockAhead).toBe(60);
});

test('a checkpoint comes as it is, and one that is gone is explained', async () => {
  const zip = { headers: { 'content-type': 'application/zip' } };
  const there = await serverThatSays('zip', zip).checkpoint('run 1', 'checkpoint_1');
  expect(await there.text()).toBe('"zip"');
  expect(vi.mocked(fetch).mock.calls[0]?.[0]).toContain('api/runs/run%201/checkpoints/checkpoint_1.zip');
  const said = { came: 'a request', expected: 'a kept checkpoint', todo: 'run the program again' };
  const gone = await complaint(serverThatSays(said, { status: 404 }).checkpoint('run-1', 'checkpoint_1'));
  expect(gone.message).toBe('Got a request; expected a kept checkpoint. Run the program again.');
});
