// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { Overlay } from './overlay';

let element: HTMLElement;
let overlay: Overlay;

beforeEach(() => {
  element = document.createElement('div');
  overlay = new Overlay(element);
});

function shown(): HTMLElement[] {
  return [...(element.firstElementChild?.children ?? [])].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && !child.hidden,
  );
}

test('at first there is neither a cursor nor a selection', () => {
  expect(shown()).toEqual([]);
});

test('the cursor stands where it is put, with a dot for each value', () => {
  overlay.point(40, [
    { left: 40, top: 10, colour: 'red' },
    { left: 42, top: 20, colour: 'blue' },
  ]);
  expect(shown().map(({ style }) => style.transform)).toEqual([
    'translateX(40px)',
    'translate(40px, 10px)',
    'translate(42px, 20px)',
  ]);
  overlay.point(50, [{ left: 50, top: 10, colour: 'red' }]);
  expect(shown()).toHaveLength(2);
  overlay.point(null, []);
  expect(shown()).toEqual([]);
});

test('a selection is as wide as what is selected', () => {
  overlay.select({ from: 10, to: 30 });
  expect(shown().map(({ style }) => [style.transform, style.width])).toEqual([['translateX(10px)', '20px']]);
});

test('it leaves nothing behind', () => {
  overlay.destroy();
  expect(element.children).toHaveLength(0);
});
