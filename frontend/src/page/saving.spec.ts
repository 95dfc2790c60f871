// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { saveAs } from './saving';

test('a file is handed to the browser under its name, and its memory is let go', () => {
  vi.useFakeTimers();
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  const clicked: { name: string; address: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push({ name: this.download, address: this.href });
  });
  saveAs('checkpoint_1.zip', new Blob(['1']));
  expect(clicked).toMatchObject([{ name: 'checkpoint_1.zip' }]);
  expect(clicked[0]?.address).toMatch(/^blob:/);
  vi.runAllTimers();
  expect(revoked).toHaveBeenCalledWith(clicked[0]?.address);
  vi.useRealTimers();
});
