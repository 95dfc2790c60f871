import { beforeEach, expect, test } from 'vitest';
import { Axis, type Whole } from './axis.svelte';
import { growing } from './growing.fixture.svelte';

let whole: { value: Whole | null };
let axis: Axis;

beforeEach(() => {
  whole = growing({ of: 'run-1', range: { from: 0, to: 10 } });
  axis = new Axis(() => whole.value);
});

function grows(to: number, of = 'run-1'): void {
  whole.value = { of, range: { from: 0, to } };
}

test('it follows what grows until somebody zooms, and then stays where they look', () => {
  grows(20);
  expect(axis.range).toEqual({ from: 0, to: 20 });
  axis.zoom(0.5, 5);
  expect(axis.range).toEqual({ from: 2.5, to: 12.5 });
  grows(40);
  expect(axis.range).toEqual({ from: 2.5, to: 12.5 });
  expect(axis.following).toBe(false);
  axis.reset();
  expect(axis.range).toEqual({ from: 0, to: 40 });
});

test('zooming keeps what is under the cursor where it is, and the middle when there is none', () => {
  axis.zoom(0.5);
  expect(axis.range).toEqual({ from: 2.5, to: 7.5 });
  axis.reset();
  axis.point(10);
  axis.zoom(0.5);
  expect(axis.range).toEqual({ from: 5, to: 10 });
});

test('nothing outside of the whole can be looked at', () => {
  axis.show({ from: -5, to: 0 });
  expect(axis.range).toEqual({ from: 0, to: 5 });
  axis.pan(3);
  expect(axis.range).toEqual({ from: 5, to: 10 });
});

test('zooming out to the whole follows again', () => {
  axis.zoom(0.5);
  axis.zoom(8);
  expect(axis.following).toBe(true);
});

test('panning the whole goes nowhere and leaves it following', () => {
  axis.pan(0.5);
  expect(axis.following).toBe(true);
});

test('another run is shown whole and without the old cursor', () => {
  axis.zoom(0.5);
  axis.point(4);
  grows(3, 'run-2');
  expect(axis.range).toEqual({ from: 0, to: 3 });
  expect(axis.cursor).toBeNull();
  expect(axis.following).toBe(true);
});

test('before there is anything there is nothing to zoom', () => {
  whole.value = null;
  axis.zoom(0.5);
  axis.point(3);
  expect(axis.range).toBeNull();
  expect(axis.cursor).toBeNull();
});

test('the zoom ends before numbers do', () => {
  for (let turn = 0; turn < 200; turn += 1) axis.zoom(0.5, 5);
  const range = axis.range ?? { from: 0, to: 0 };
  expect(range.to - range.from).toBeGreaterThan(1e-5);
});
