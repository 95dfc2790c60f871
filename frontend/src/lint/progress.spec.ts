import { describe, expect, it, vi } from 'vitest';
import { watchFetch } from './progress';

function watch(answer: () => Promise<Response>) {
  const onBytes = vi.fn<(bytes: number) => void>();
  const onFailure = vi.fn<(reason: string) => void>();
  return { fetch: watchFetch(answer, onBytes, onFailure), onBytes, onFailure };
}

describe('a watched fetch', () => {
  it('counts every byte of the body and leaves status, type and text as they were', async () => {
    const headers = { 'content-type': 'application/zip' };
    const { fetch, onBytes, onFailure } = watch(() => Promise.resolve(new Response('12345', { headers })));
    const response = await fetch('https://page.test/core.zip');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(await response.text()).toBe('12345');
    expect(onBytes.mock.calls.reduce((sum, [bytes]) => sum + bytes, 0)).toBe(5);
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('gives WebAssembly its type where the host does not know it', async () => {
    const headers = { 'content-type': 'application/octet-stream' };
    const { fetch } = watch(() => Promise.resolve(new Response('12345', { headers })));
    const response = await fetch('https://page.test/core.wasm');
    expect(response.headers.get('content-type')).toBe('application/wasm');
  });

  it('names the file that is not there', async () => {
    const { fetch, onFailure } = watch(() => Promise.resolve(new Response('', { status: 404 })));
    await fetch('https://page.test/a/core.wasm');
    expect(onFailure).toHaveBeenCalledWith('The linter did not load: core.wasm answered 404.');
  });

  it('names the file that could not be fetched', async () => {
    const { fetch, onFailure } = watch(() => Promise.reject(new TypeError('network is down')));
    await expect(fetch('https://page.test/core.wasm')).rejects.toThrow('network is down');
    expect(onFailure).toHaveBeenCalledWith('The linter did not load: core.wasm could not be fetched.');
  });
});
