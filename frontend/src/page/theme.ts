import type { Memory } from './memory';

export type Theme = 'light' | 'dark';

/** What is on the screen: the choice if there is one, else what the system prefers. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Switch to the other theme and remember it. `public/theme.js` applies it at the next visit before anything is drawn. */
export function switchTheme(memory: Memory): Theme {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  memory.set('theme', theme);
  return theme;
}
