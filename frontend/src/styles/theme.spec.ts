// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentTheme, onThemeChange, switchTheme } from './theme';

function systemPrefers(theme: 'light' | 'dark'): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: theme === 'dark',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

const kept = new Map<string, string | null>();
const memory = {
  get: (key: string) => kept.get(key) ?? null,
  set: (key: string, value: string | null) => void kept.set(key, value),
};

beforeEach(() => {
  kept.clear();
  delete document.documentElement.dataset.theme;
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('without a choice the system decides', () => {
  systemPrefers('dark');
  expect(currentTheme()).toBe('dark');
  systemPrefers('light');
  expect(currentTheme()).toBe('light');
});

test('the switch goes to the other theme and is remembered', () => {
  systemPrefers('dark');
  switchTheme(memory);
  expect(currentTheme()).toBe('light');
  expect(kept.get('theme')).toBe('light');
  switchTheme(memory);
  expect(currentTheme()).toBe('dark');
});

test('who listens hears of the switch', async () => {
  systemPrefers('dark');
  const heard = new Promise<string>((resolve) => {
    onThemeChange(() => {
      resolve(currentTheme());
    });
  });
  switchTheme(memory);
  await expect(heard).resolves.toBe('light');
});
