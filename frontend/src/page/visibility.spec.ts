import { afterEach, expect, test, vi } from 'vitest';
import { ofThisPage } from './visibility';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a page is told when it is shown again, and not when it is hidden', () => {
  const page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  const shown = vi.fn();
  ofThisPage.whenShown(shown);
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  expect([ofThisPage.hidden, shown.mock.calls.length]).toEqual([true, 0]);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  expect([ofThisPage.hidden, shown.mock.calls.length]).toEqual([false, 1]);
});
