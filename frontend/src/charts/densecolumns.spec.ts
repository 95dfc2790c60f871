import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Aligned } from './aligned';
import { drawDense, reachOf, type Ground } from './densecolumns';
import type { Stroke } from './figure';
import { Pixels } from './pixels';
import { plotThatNotes } from './plot.fixture';

const asItIs = (value: number): number => value;

beforeEach(() => {
  vi.stubGlobal('devicePixelRatio', 1);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a column reaches from the least to the most of what a line does in it', () => {
  const { tops, bottoms } = reachOf(Float64Array.of(0.1, 0.3, 0.6, 0.9), [5, 2, 9, 4], asItIs, 1);
  expect([...tops, ...bottoms]).toEqual([2, 9]);
});

test('neighbours meet where the line goes from one column to the next', () => {
  const { tops, bottoms } = reachOf(Float64Array.of(0.5, 1.5), [10, 20], asItIs, 2);
  expect([...tops]).toEqual([10, 15]);
  expect([...bottoms]).toEqual([15, 20]);
});

test('where a rank said nothing for a while its line goes straight on', () => {
  const { tops } = reachOf(Float64Array.of(0, 4), [0, 8], asItIs, 5);
  expect([...tops]).toEqual([0, 2, 4, 6, 8]);
});

test('a break leaves columns empty, and rows of other lines do not', () => {
  const broken = reachOf(Float64Array.of(0.5, 1, 2.5), [1, null, 3], asItIs, 3);
  expect([...broken.tops]).toEqual([1, NaN, 3]);
  const shared = reachOf(Float64Array.of(0.5, 1, 2.5), [1, undefined, 1], asItIs, 3);
  expect([...shared.tops]).toEqual([1, 1, 1]);
});

test('what lies beyond the edges is left out, and the line enters where it does', () => {
  const { tops } = reachOf(Float64Array.of(-2, 2), [0, 8], asItIs, 2);
  expect([...tops]).toEqual([4, 6]);
});

test('each line is painted but for the edges of a band, and laid on the plot once', () => {
  const { plot } = plotThatNotes();
  const table: Aligned = [
    [0, 0.1, 0.2],
    [1, 2, 3],
    [4, 5, 6],
  ];
  const strokes: Stroke[] = [
    { rank: null, role: 'low', past: false },
    { rank: 1, role: 'line', past: false },
  ];
  const laid: [number, number][] = [];
  let pixels = new Pixels(1, 1);
  const ground: Ground = {
    blank: (width, height) => (pixels = new Pixels(width, height)),
    layOn: (_, left, top) => laid.push([left, top]),
  };
  drawDense(plot, { strokes, table }, () => 'rgb(0, 0, 255)', ground);
  const painted = [...new Uint32Array(pixels.bytes.buffer)].flatMap((word, at) => (word === 0 ? [] : [at]));
  const columns = new Set(painted.map((at) => at % pixels.width));
  const rows = painted.map((at) => Math.floor(at / pixels.width));
  expect([...columns].sort()).toEqual([0, 1, 2]);
  expect([Math.min(...rows), Math.max(...rows)]).toEqual([39, 60]);
  expect(laid).toEqual([[0, 0]]);
});
