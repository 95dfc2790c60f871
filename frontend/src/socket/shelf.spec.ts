import { afterEach, expect, test, vi } from 'vitest';
import { backendAt } from './backend';
import { Server } from './http';
import { Shelf } from './shelf';

const PAGE = 'https://static.example/class/';
const JSON_TYPE = { 'content-type': 'application/json' };

/** A host that knows these files, and answers everything else as `otherwise` does. */
function hosting(files: Record<string, unknown>, otherwise: () => Promise<Response>): void {
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string) =>
      url in files
        ? Promise.resolve(new Response(JSON.stringify(files[url]), { headers: JSON_TYPE }))
        : otherwise(),
    ),
  );
}

const NOT_FOUND = (): Promise<Response> =>
  Promise.resolve(
    new Response('<h1>Not found</h1>', { status: 404, headers: { 'content-type': 'text/html' } }),
  );
const THE_PAGE_ITSELF = (): Promise<Response> =>
  Promise.resolve(new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }));
const NOBODY = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

function server(): Server {
  return new Server(backendAt('', PAGE), new Shelf(PAGE));
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['answers that there is nothing', NOT_FOUND],
  ['answers every path with the page', THE_PAGE_ITSELF],
  ['does not answer', NOBODY],
])('where a host %s, the files beside the page are read', async (_, otherwise) => {
  hosting({ [`${PAGE}offline/exercises/train01.json`]: { id: 'train01' } }, otherwise);
  const asked = server();
  await expect(asked.exercise('train01')).resolves.toEqual({ id: 'train01' });
  expect(asked.away).toBe(true);
});

test('a server that answers is believed, also when it says no', async () => {
  hosting({ [`${PAGE}offline/exercises/train99.json`]: { id: 'train99' } }, () =>
    Promise.resolve(
      new Response(JSON.stringify({ came: 'train99', expected: 'another', todo: 'choose it' }), {
        status: 404,
        headers: JSON_TYPE,
      }),
    ),
  );
  const asked = server();
  await expect(asked.exercise('train99')).rejects.toThrow('Got train99');
  expect(asked.away).toBe(false);
});

test('what nobody wrote down is still a server that does not answer', async () => {
  hosting({}, NOBODY);
  await expect(server().capabilities()).rejects.toThrow('The server at static.example does not answer');
});

test('recordings are listed, and a page without any has none', async () => {
  hosting({ [`${PAGE}offline/recordings.json`]: [{ file: 'recordings/a.allranks' }] }, NOT_FOUND);
  await expect(server().recordings()).resolves.toEqual([{ file: 'recordings/a.allranks' }]);
  hosting({}, THE_PAGE_ITSELF);
  await expect(server().recordings()).resolves.toEqual([]);
});

test('a recording that cannot be loaded is named', async () => {
  hosting({}, NOT_FOUND);
  await expect(server().recording('recordings/a.allranks')).rejects.toThrow(
    'recordings/a.allranks could not',
  );
});

test('a run is watched at the server that the page came from, else at the page', () => {
  expect(server().watchAddress('r1', PAGE)).toBe(`${PAGE}runs/r1`);
  const elsewhere = new Server(backendAt('https://gpu.example', PAGE));
  expect(elsewhere.watchAddress('r1', PAGE)).toBe(`${PAGE}#runs/r1`);
  expect(elsewhere.recordingAddress('r1')).toBe('https://gpu.example/api/runs/r1/recording');
});
