/** What a token of `tokens.css` is right now on `element`, as a colour that a canvas understands. */
export function resolved(element: HTMLElement, property: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${property})`;
  element.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}
