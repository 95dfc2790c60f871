import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './clipboard';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a text is copied where the browser lets us', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await expect(copyText('a link')).resolves.toBe(true);
  expect(writeText).toHaveBeenCalledWith('a link');
});

test.each([
  ['refuses', { clipboard: { writeText: () => Promise.reject(new Error('no')) } }],
  ['has no clipboard for pages that did not come by https', {}],
])('a browser that %s is told apart', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator);
  await expect(copyText('a link')).resolves.toBe(false);
});
