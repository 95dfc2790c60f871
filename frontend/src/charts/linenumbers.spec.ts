import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Aligned } from './aligned';
import { numberLines, valueNear } from './linenumbers';
import { plotThatNotes } from './plot.fixture';

beforeEach(() => {
  vi.stubGlobal('devicePixelRatio', 0.4);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const TABLE: Aligned = [
  [0, 2, 4, 6, 8],
  [1, 1, 1, 1, 1],
  [2, 2, 2, 2, 2],
];

test('ranks take turns in having their number on their line', () => {
  const noted = plotThatNotes();
  const strokes = [0, 1].map((rank) => ({ rank, role: 'line' as const, past: false }));
  numberLines(noted.plot, { strokes, table: TABLE }, String, 'black');
  expect(noted.texts.map(([text]) => text)).toEqual(['0', '1', '0']);
});

test('a single line needs no number, and what is of all ranks has none', () => {
  const noted = plotThatNotes();
  const strokes = [
    { rank: null, role: 'low' as const, past: false },
    { rank: 1, role: 'line' as const, past: false },
  ];
  numberLines(noted.plot, { strokes, table: TABLE }, String, 'black');
  expect(noted.texts).toEqual([]);
});

test('the value of a line is found beside rows that belong to others, and none in a gap', () => {
  expect(valueNear([0, 1, 2, 3], [5, undefined, undefined, 8], 0.8)).toBe(5);
  expect(valueNear([0, 1], [null, undefined], 1)).toBeNull();
});
