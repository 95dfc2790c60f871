// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown';

test('Markdown becomes HTML', () => {
  expect(renderMarkdown('## A *group*\n\n`x`')).toBe('<h2>A <em>group</em></h2>\n<p><code>x</code></p>\n');
});

test('code can be scrolled with the keyboard', () => {
  expect(renderMarkdown('```python\nx = 1\n```')).toContain('<pre tabindex="0">');
});

test.each([
  '<script>alert(1)</script>',
  '<img src="https://elsewhere.example/x.png" onerror="alert(1)">',
  '![picture](https://elsewhere.example/x.png)',
  '<iframe src="https://elsewhere.example"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<p style="background:url(https://elsewhere.example)" onclick="alert(1)">x</p>',
])('%s is made harmless', (text) => {
  const html = renderMarkdown(text);
  expect(html).not.toMatch(/script|elsewhere|alert|style|onclick|onerror/);
});

test('a link that leaves the page opens beside it, one inside does not', () => {
  expect(renderMarkdown('[Ray](https://docs.ray.io)')).toContain('rel="noopener noreferrer"');
  expect(renderMarkdown('[hint](#train01)')).not.toContain('target');
});
