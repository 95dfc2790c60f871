import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type uPlot from 'uplot';
import type { ChartInput } from './input';
import { drawBands, drawMarks } from './marks';

/** A plot of 100 by 100 pixels for 10 seconds, that notes what is written on it and where lines begin. */
function plotThatNotes(): { plot: uPlot; texts: [string, number][]; lines: number[]; shaded: number[] } {
  const texts: [string, number][] = [];
  const lines: number[] = [];
  const shaded: number[] = [];
  const ctx = {
    save: () => undefined,
    restore: () => undefined,
    beginPath: () => undefined,
    setLineDash: () => undefined,
    lineTo: () => undefined,
    stroke: () => undefined,
    moveTo: (x: number) => lines.push(x),
    fillText: (text: string, x: number) => texts.push([text, x]),
    fillRect: (x: number) => shaded.push(x),
  };
  const plot = {
    ctx,
    bbox: { left: 0, top: 0, width: 100, height: 100 },
    valToPos: (seconds: number) => seconds * 10,
  };
  return { plot: plot as unknown as uPlot, texts, lines, shaded };
}

function inputWith(part: Partial<ChartInput>, marks: ChartInput['columns']['marks'] = []): ChartInput {
  const columns = { name: 'loss', times: [], attempts: [], byRank: new Map(), points: new Map(), marks };
  return {
    columns,
    marks: [],
    bands: [],
    wasted: [],
    pauses: [],
    muted: new Set(),
    logarithmic: false,
    ...part,
  };
}

const colour = (): string => 'red';

beforeEach(() => {
  vi.stubGlobal('devicePixelRatio', 1);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a checkpoint and a failure have a line at their time and a sign of their own', () => {
  const { plot, texts, lines } = plotThatNotes();
  const marks = [
    { at: 2, kind: 'checkpoint' as const, rank: null },
    { at: 5, kind: 'failure' as const, rank: 1 },
  ];
  drawMarks(plot, inputWith({ marks }), colour, colour);
  expect(lines).toEqual([20, 50]);
  expect(texts).toEqual([
    ['◆', 20],
    ['✗', 50],
  ]);
});

test('a NaN is written where it happened, unless its rank is muted', () => {
  const nan = [{ time: 4, rank: 1, value: 'nan' as const }];
  const shown = plotThatNotes();
  drawMarks(shown.plot, inputWith({}, nan), colour, colour);
  expect(shown.texts).toEqual([['NaN', 40]]);
  const muted = plotThatNotes();
  drawMarks(muted.plot, inputWith({ muted: new Set([1]) }, nan), colour, colour);
  expect(muted.texts).toEqual([]);
});

test('the second attempt is shaded and named where there is room; a single one is neither', () => {
  const bands = [
    { from: 0, to: 3, label: 'attempt 1' },
    { from: 3, to: null, label: 'attempt 2' },
  ];
  const two = plotThatNotes();
  drawBands(two.plot, inputWith({ bands }), colour);
  expect(two.shaded).toEqual([30]);
  expect(two.texts.map(([text]) => text)).toEqual(['attempt 2']);
  const one = plotThatNotes();
  drawBands(one.plot, inputWith({ bands: bands.slice(0, 1) }), colour);
  expect(one.texts).toEqual([]);
});
