import DOMPurify from 'dompurify';
import { marked } from 'marked';

/**
 * An exercise's Markdown as HTML that can do no harm: no script, style, form, frame or picture, and nothing that loads
 * from elsewhere. Links that leave the page open beside it.
 */
export function renderMarkdown(text: string): string {
  const html = marked.parse(text, { async: false, gfm: true });
  const fragment = DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'img', 'picture', 'video', 'audio', 'iframe'],
    FORBID_ATTR: ['style', 'id', 'name'],
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll('a[href]')) {
    if (link.getAttribute('href')?.startsWith('#')) continue;
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  for (const block of fragment.querySelectorAll('pre')) block.setAttribute('tabindex', '0');
  const holder = document.createElement('div');
  holder.append(fragment);
  return holder.innerHTML;
}
