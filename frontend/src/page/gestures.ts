import type { Range } from '../run/extent';
import type { Axis } from './axis.svelte';
import { secondsAt } from './timeaxis.svelte';

/** A drag of fewer CSS pixels is a click. */
const CLICK = 4;
/** Pixels of a mouse wheel that double what is visible. */
const WHEEL_DOUBLES = 300;

export interface Handling {
  /** The axis that is moved, as it is at the moment. */
  readonly axis: () => Axis;
  /** Where the pointer is, in what stands on the axis; null when it left. */
  readonly onpoint: (at: number | null) => void;
  /** The stretch that is being selected; null when that is over. */
  readonly onselect: (selected: Range | null) => void;
}

/**
 * Pointer, wheel and fingers on a drawing with the insets of the time axis: a drag looks at the stretch that was dragged
 * over, Shift and a drag moves, Ctrl or Cmd and the wheel zooms, a double click shows the whole. The plain wheel goes on
 * scrolling the page, and a finger does too until somebody has zoomed. Returns how to stop.
 */
export function handleGestures(element: HTMLElement, handling: Handling): () => void {
  const fingers = new Map<number, number>();
  let start: { x: number; range: Range; moves: boolean } | null = null;

  function width(): number {
    return element.getBoundingClientRect().width;
  }

  function placeOf(clientX: number, range: Range): number {
    const at = secondsAt(clientX - element.getBoundingClientRect().left, range, width());
    return Math.min(range.to, Math.max(range.from, at));
  }

  function down(event: PointerEvent): void {
    const { range, following } = handling.axis();
    if (range === null || event.button !== 0) return;
    if (event.pointerType !== 'touch') {
      element.setPointerCapture(event.pointerId);
      start = { x: event.clientX, range, moves: event.shiftKey };
      return;
    }
    fingers.set(event.pointerId, event.clientX);
    start = following ? null : { x: event.clientX, range, moves: true };
    handling.onpoint(placeOf(event.clientX, range));
  }

  function move(event: PointerEvent): void {
    const axis = handling.axis();
    if (axis.range === null) return;
    if (fingers.size === 2 && fingers.has(event.pointerId)) {
      pinch(axis, event);
      return;
    }
    if (start === null) {
      if (event.pointerType !== 'touch') handling.onpoint(placeOf(event.clientX, axis.range));
      return;
    }
    if (start.moves) {
      const by = secondsAt(start.x, start.range, width()) - secondsAt(event.clientX, start.range, width());
      axis.show({ from: start.range.from + by, to: start.range.to + by });
    } else {
      handling.onpoint(placeOf(event.clientX, axis.range));
      handling.onselect(selection(event, axis.range));
    }
  }

  /** Both fingers stay on what they touched. */
  function pinch(axis: Axis, event: PointerEvent): void {
    const range = axis.range;
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    const before = fingers.get(event.pointerId);
    fingers.set(event.pointerId, event.clientX);
    if (range === null || other === undefined || before === undefined) return;
    const apart = Math.abs(event.clientX - other);
    if (apart > CLICK) axis.zoom(Math.abs(before - other) / apart, placeOf(other, range));
  }

  function selection(event: PointerEvent, range: Range): Range | null {
    if (start === null || Math.abs(event.clientX - start.x) < CLICK) return null;
    const ends = [placeOf(start.x, range), placeOf(event.clientX, range)];
    return { from: Math.min(...ends), to: Math.max(...ends) };
  }

  function up(event: PointerEvent): void {
    const axis = handling.axis();
    const chosen = start && !start.moves && axis.range ? selection(event, axis.range) : null;
    end(event);
    if (chosen) axis.show(chosen);
  }

  function end(event: PointerEvent): void {
    fingers.delete(event.pointerId);
    start = null;
    handling.onselect(null);
  }

  function leave(event: PointerEvent): void {
    if (event.pointerType !== 'touch' && start === null) handling.onpoint(null);
  }

  function wheel(event: WheelEvent): void {
    const axis = handling.axis();
    if (axis.range === null) return;
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (event.ctrlKey || event.metaKey) {
      axis.zoom(2 ** (event.deltaY / WHEEL_DOUBLES), placeOf(event.clientX, axis.range));
    } else if (!axis.following && Math.abs(sideways) > (event.shiftKey ? 0 : Math.abs(event.deltaY))) {
      axis.pan(sideways / width());
    } else return;
    event.preventDefault();
  }

  function whole(): void {
    handling.axis().reset();
  }

  const stop = new AbortController();
  const { signal } = stop;
  element.addEventListener('pointerdown', down, { signal });
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', up, { signal });
  element.addEventListener('pointercancel', end, { signal });
  element.addEventListener('pointerleave', leave, { signal });
  element.addEventListener('wheel', wheel, { signal, passive: false });
  element.addEventListener('dblclick', whole, { signal });
  return () => {
    stop.abort();
  };
}
