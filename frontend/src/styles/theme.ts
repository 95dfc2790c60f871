import type { Memory } from '../page/memory';

export type Theme = 'light' | 'dark';

/** What is on the screen: the choice if there is one, else what the system prefers. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Switch to the other theme and remember it. `public/theme.js` applies it at the next visit before anything is drawn. */
export function switchTheme(memory: Memory): void {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  memory.set('theme', theme);
}

/** Call back when the page's theme changes, by the switch or by the system. Returns how to stop. */
export function onThemeChange(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(changed);
  system.addEventListener('change', changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', changed);
    observer.disconnect();
  };
}
