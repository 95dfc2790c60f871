import { expect, test } from 'vitest';
import { backendAt } from './backend';

test('an empty address means the server that the page came from', () => {
  const backend = backendAt('', 'http://127.0.0.1:8000/#train01');
  expect(backend.http('api/exercises')).toBe('http://127.0.0.1:8000/api/exercises');
  expect(backend.socket).toBe('ws://127.0.0.1:8000/api/socket');
});

test('a page in a folder asks the server in that folder', () => {
  expect(backendAt('', 'https://learn.example/ray/index.html?x=1').http('api/runs/1')).toBe(
    'https://learn.example/ray/api/runs/1',
  );
});

test('another server is used with or without a slash at its end, and https gives wss', () => {
  for (const address of ['https://gpu.example/play', 'https://gpu.example/play/']) {
    expect(backendAt(address, 'https://static.example/').socket).toBe('wss://gpu.example/play/api/socket');
  }
});

test('an address that is no web address is refused with what was expected', () => {
  expect(() => backendAt('ftp://files.example', 'https://static.example/')).toThrow(
    /expected an http or https URL/,
  );
});
