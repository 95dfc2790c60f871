import type { Range } from '../run/extent';
import { INSETS } from '../page/timeaxis.svelte';

/** CSS pixels above and below the curves, for signs and for the numbers of x. */
export const ABOVE = 16;
export const BELOW = 32;

/** A dot on the curve of a rank. */
export interface Dot {
  readonly left: number;
  readonly top: number;
  readonly colour: string;
}

/**
 * What moves with the pointer, over the canvas: the cursor, a dot for each value that is read, and the stretch that is
 * being selected. Moving it draws no curve.
 */
export class Overlay {
  private readonly root = document.createElement('div');
  private readonly line = document.createElement('div');
  private readonly selection = document.createElement('div');
  private readonly dots: HTMLElement[] = [];

  constructor(element: HTMLElement) {
    this.root.ariaHidden = 'true';
    Object.assign(this.root.style, {
      position: 'absolute',
      inset: `${ABOVE}px ${INSETS.right}px ${BELOW}px ${INSETS.left}px`,
      overflow: 'hidden',
      pointerEvents: 'none',
    });
    Object.assign(this.line.style, { ...HELD, width: '1px', background: 'var(--text-dim)' });
    Object.assign(this.selection.style, { ...HELD, background: 'var(--accent)', opacity: '0.18' });
    this.line.dataset.cursor = '';
    this.selection.dataset.selection = '';
    this.root.append(this.selection, this.line);
    element.append(this.root);
    this.point(null, []);
    this.select(null);
  }

  /** Put the cursor so many pixels from the left of the curves, with these dots; null takes it away. */
  point(left: number | null, dots: readonly Dot[]): void {
    show(this.line, left !== null);
    if (left !== null) this.line.style.transform = `translateX(${left}px)`;
    while (this.dots.length < dots.length) this.dots.push(this.newDot());
    this.dots.forEach((element, at) => {
      const dot = dots[at];
      show(element, dot !== undefined);
      if (!dot) return;
      element.style.transform = `translate(${dot.left}px, ${dot.top}px)`;
      element.style.background = dot.colour;
    });
  }

  /** Show a selection between these pixels from the left of the curves; null takes it away. */
  select(pixels: Range | null): void {
    show(this.selection, pixels !== null);
    if (pixels === null) return;
    this.selection.style.transform = `translateX(${pixels.from}px)`;
    this.selection.style.width = `${pixels.to - pixels.from}px`;
  }

  destroy(): void {
    this.root.remove();
  }

  private newDot(): HTMLElement {
    const dot = document.createElement('div');
    Object.assign(dot.style, {
      position: 'absolute',
      left: '-4px',
      top: '-4px',
      width: '8px',
      height: '8px',
      borderRadius: '50%',
      border: '1px solid var(--ground)',
    });
    this.root.append(dot);
    return dot;
  }
}

/** Said again, what is so already costs a look at the styles of the page; this is called each frame. */
function show(element: HTMLElement, visible: boolean): void {
  if (element.hidden === visible) element.hidden = !visible;
}

const HELD = { position: 'absolute', top: '0', bottom: '0', left: '0' };
