import { expect, test } from 'vitest';
import { rulePage } from './pages';

test('the page of a rule lies beside this one, in whatever folder that is', () => {
  const base = 'https://host.test/course/#train01';
  expect(rulePage('rules/RTL101.html', base)).toBe('https://host.test/course/rules/RTL101.html');
});
