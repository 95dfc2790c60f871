import { expect, test } from 'vitest';
import { lossOf } from './columns.fixture';
import { figureOf } from './figure';
import { inputOf } from './input.fixture';
import { REPORT } from './xaxis';

const LOSS = lossOf([
  [0, 1, 4],
  [1, 1, 6],
  [0, 2, 2],
  [1, 2, 4],
]);

function strokes(part: Parameters<typeof inputOf>[1], loss = LOSS): string[] {
  return figureOf(inputOf(loss, part), 500).strokes.map(({ rank, role }) => `${role} ${rank ?? 'all'}`);
}

test('a line for each rank, and the reported values behind the smoothed ones', () => {
  expect(strokes({})).toEqual(['line 0', 'line 1']);
  expect(strokes({ smoothing: 0.9 })).toEqual(['raw 0', 'raw 1', 'line 0', 'line 1']);
  expect(strokes({ muted: new Set([0]) })).toEqual(['line 1']);
});

test('the band is two edges side by side and the mean over them', () => {
  expect(strokes({ band: true })).toEqual(['low all', 'high all', 'line all']);
  expect(strokes({ band: true, smoothing: 0.5 })).toEqual(['low all', 'high all', 'raw all', 'line all']);
  expect(figureOf(inputOf(LOSS, { band: true }), 500).table).toEqual([
    [1, 2],
    [4, 2],
    [6, 4],
    [5, 3],
  ]);
});

test('each attempt has a band of its own where attempts lie over one another', () => {
  const loss = lossOf([
    [0, 1, 4],
    [0, 5, 4, 2],
  ]);
  const by = { choice: REPORT, by: null };
  const roles = figureOf(inputOf(loss, { band: true, x: by }), 500).strokes;
  expect(roles.map(({ role, past }) => [role, past])).toEqual([
    ['low', true],
    ['high', true],
    ['low', false],
    ['high', false],
    ['line', true],
    ['line', false],
  ]);
});

test('a value that is not finite is told once, with its rank, also when curves are smoothed', () => {
  const loss = lossOf([
    [0, 1, 4],
    [1, 1, NaN],
  ]);
  for (const smoothing of [0, 0.9]) {
    expect(figureOf(inputOf(loss, { smoothing }), 500).odd).toEqual([{ x: 1, value: NaN, rank: 1 }]);
  }
});

test('very many reports are few rows', () => {
  const many = lossOf(
    Array.from(
      { length: 100_000 },
      (_, at) => [at % 4, at / 10_000, Math.sin(at)] as [number, number, number],
    ),
  );
  const figure = figureOf(inputOf(many), 800);
  expect([figure.sparse, figure.dense]).toEqual([false, true]);
  expect(figure.table[0].length).toBeLessThanOrEqual(4 * 800 + 8);
  const near = figureOf(inputOf(many, { range: { from: 5, to: 5.01 } }), 800);
  expect([near.sparse, near.dense]).toEqual([true, false]);
});
