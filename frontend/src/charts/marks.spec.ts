import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawEvaluations, drawMarks, drawOdd } from './marks';
import { plotThatNotes, type Noted } from './plot.fixture';

const colour = (): string => 'red';
let noted: Noted;

beforeEach(() => {
  vi.stubGlobal('devicePixelRatio', 1);
  noted = plotThatNotes();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a checkpoint and a failure have a line at their time and a sign of their own', () => {
  const marks = [
    { at: 2, kind: 'checkpoint' as const, rank: null },
    { at: 5, kind: 'failure' as const, rank: 1 },
  ];
  drawMarks(noted.plot, marks, colour);
  expect(noted.lines).toEqual([20, 50]);
  expect(noted.texts).toEqual([
    ['◆', 20],
    ['✗', 50],
  ]);
});

test('checkpoints of each report are as many lines as there is room for', () => {
  const marks = Array.from({ length: 1000 }, (_, at) => ({
    at: at / 100,
    kind: 'checkpoint' as const,
    rank: null,
  }));
  drawMarks(noted.plot, marks, colour);
  expect(noted.lines.length).toBeLessThanOrEqual(20);
});

test('what is out of sight is not drawn', () => {
  drawMarks(noted.plot, [{ at: 12, kind: 'kill', rank: 0 }], colour);
  expect(noted.lines).toEqual([]);
});

test('evaluations are signs on the axis, one where several stand together', () => {
  drawEvaluations(noted.plot, Float64Array.of(-1, 2, 2.01, 5, 20), colour);
  expect(noted.texts).toEqual([
    ['△', 20],
    ['△', 50],
  ]);
});

test('a value without a height is written where it happened, within the picture', () => {
  const odd = [
    { x: 4, value: NaN, rank: 1 },
    { x: 0, value: Infinity, rank: 0 },
    { x: 10, value: -Infinity, rank: null },
  ];
  drawOdd(noted.plot, odd, colour);
  // The word at x 12 has no room beside that at 40.
  expect(noted.texts).toEqual([
    ['NaN', 40],
    ['▼ −∞', 88],
  ]);
  expect(noted.shaded).toEqual([39, -1, 99]);
});

test('many in a row are ticks under one word', () => {
  const odd = Array.from({ length: 10 }, (_, at) => ({ x: 4 + at / 10, value: NaN, rank: at % 2 }));
  drawOdd(noted.plot, odd, colour);
  expect(noted.texts).toEqual([['NaN', 40]]);
  expect(noted.shaded).toHaveLength(10);
});
