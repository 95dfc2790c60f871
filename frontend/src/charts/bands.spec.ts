import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plotThatNotes, type Noted } from './plot.fixture';
import { drawBands, drawPauses, drawWasted, nameBands } from './bands';

const colour = (): string => 'red';
let noted: Noted;

beforeEach(() => {
  vi.stubGlobal('devicePixelRatio', 1);
  noted = plotThatNotes();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const TWO = [
  { from: 0, to: 1, label: 'attempt 1' },
  { from: 1, to: null, label: 'attempt 2' },
];

test('the second attempt is shaded and each is named where there is room', () => {
  drawBands(noted.plot, TWO, colour);
  expect(noted.shaded).toEqual([10]);
  nameBands(noted.plot, TWO, colour);
  expect(noted.texts).toEqual([['attempt 2', 14]]);
});

test('a single attempt is neither shaded nor named', () => {
  drawBands(noted.plot, TWO.slice(1), colour);
  nameBands(noted.plot, TWO.slice(1), colour);
  expect([noted.shaded, noted.texts]).toEqual([[], []]);
});

test('a pause has a ground and an edge, as far as it is in sight', () => {
  drawPauses(noted.plot, [{ from: -5, to: 2 }], colour);
  expect(noted.shaded).toEqual([0]);
  expect(noted.lines).toEqual([0, 0]);
});

test('lost work is shaded and hatched, and nothing is drawn of what is out of sight', () => {
  drawWasted(noted.plot, [{ from: 4, to: 6 }], colour);
  expect(noted.shaded).toEqual([40]);
  expect(noted.lines.length).toBeGreaterThan(5);
  const outside = plotThatNotes();
  drawWasted(outside.plot, [{ from: 11, to: 12 }], colour);
  expect(outside.shaded).toEqual([]);
});
