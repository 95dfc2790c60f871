// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Range } from '../run/extent';
import { Axis } from './axis.svelte';
import { handleGestures } from './gestures';
import { INSETS, pixelsAt } from './timeaxis.svelte';

const WHOLE: Range = { from: 0, to: 10 };
const WIDTH = 500;

let element: HTMLElement;
let axis: Axis;
let pointed: (number | null)[];
let selected: (Range | null)[];
let stop: () => void;

beforeEach(() => {
  element = document.createElement('div');
  element.getBoundingClientRect = () => ({ left: 0, width: WIDTH }) as DOMRect;
  element.setPointerCapture = () => undefined;
  axis = new Axis(() => ({ of: 'run', range: WHOLE }));
  pointed = [];
  selected = [];
  stop = handleGestures(element, {
    axis: () => axis,
    onpoint: (at) => pointed.push(at),
    onselect: (range) => selected.push(range),
  });
});

afterEach(() => {
  stop();
});

function pointer(kind: string, at: number, part: PointerEventInit = {}): void {
  const place = { clientX: pixelsAt(at, axis.range ?? WHOLE, WIDTH), pointerType: 'mouse', ...part };
  element.dispatchEvent(new PointerEvent(kind, place));
}

/** A wheel as a browser makes it; this DOM's own has no Ctrl. */
function wheel(at: number, { deltaX = 0, deltaY = 0, ctrlKey = false }: WheelEventInit): boolean {
  const place = { clientX: pixelsAt(at, WHOLE, WIDTH), cancelable: true, ctrlKey };
  const event = Object.assign(new MouseEvent('wheel', place), { deltaX, deltaY });
  element.dispatchEvent(event);
  return event.defaultPrevented;
}

function seen(): number[] {
  const { from, to } = axis.range ?? WHOLE;
  return [from, to].map((value) => Math.round(value * 100) / 100);
}

test('moving reads, and leaving ends it', () => {
  pointer('pointermove', 4);
  pointer('pointerleave', 4);
  expect(pointed[0]).toBeCloseTo(4);
  expect(pointed[1]).toBeNull();
});

test('a drag shows what is being selected and then looks at it, in either direction', () => {
  pointer('pointerdown', 6);
  pointer('pointermove', 2);
  expect(selected.at(-1)?.from).toBeCloseTo(2);
  pointer('pointerup', 2);
  expect(selected.at(-1)).toBeNull();
  expect(seen()).toEqual([2, 6]);
});

test('a click is no drag', () => {
  pointer('pointerdown', 5);
  pointer('pointerup', 5.01);
  expect(axis.following).toBe(true);
});

test('Shift and a drag moves what is seen with the pointer', () => {
  axis.show({ from: 2, to: 6 });
  pointer('pointerdown', 4, { shiftKey: true });
  const by = (WIDTH - INSETS.left - INSETS.right) / 4;
  pointer('pointermove', 4, { clientX: pixelsAt(4, { from: 2, to: 6 }, WIDTH) - by });
  expect(seen()).toEqual([3, 7]);
});

test('the wheel zooms at the pointer with Ctrl, moves sideways once zoomed, and else scrolls the page', () => {
  expect(wheel(5, { deltaY: 100 })).toBe(false);
  expect(wheel(5, { deltaX: 100 })).toBe(false);
  expect(wheel(0, { deltaY: -300, ctrlKey: true })).toBe(true);
  expect(seen()).toEqual([0, 5]);
  expect(wheel(5, { deltaX: WIDTH / 5, deltaY: 3 })).toBe(true);
  expect(seen()).toEqual([1, 6]);
  expect(wheel(5, { deltaY: 100 })).toBe(false);
});

test('a double click shows the whole', () => {
  axis.show({ from: 2, to: 6 });
  element.dispatchEvent(new MouseEvent('dblclick'));
  expect(axis.following).toBe(true);
});

test('a finger reads where it touches and moves nothing before somebody zoomed', () => {
  pointer('pointerdown', 3, { pointerType: 'touch', pointerId: 1 });
  pointer('pointermove', 5, { pointerType: 'touch', pointerId: 1 });
  pointer('pointerup', 5, { pointerType: 'touch', pointerId: 1 });
  expect(pointed).toHaveLength(1);
  expect(pointed[0]).toBeCloseTo(3);
  expect(axis.following).toBe(true);
});

test('two fingers that go apart zoom in', () => {
  pointer('pointerdown', 4, { pointerType: 'touch', pointerId: 1 });
  pointer('pointerdown', 6, { pointerType: 'touch', pointerId: 2 });
  pointer('pointermove', 8, { pointerType: 'touch', pointerId: 2 });
  expect(seen()).toEqual([2, 7]);
});

test('when it is over nothing is heard', () => {
  stop();
  pointer('pointermove', 4);
  expect(pointed).toEqual([]);
});
