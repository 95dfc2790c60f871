import { expect, test } from 'vitest';
import { cellAt, layout } from './shardcanvas';

test.each([0, 1, 120, 5000, 20_000])('%d cells fit the narrowest page', (cells) => {
  const { size, columns, height } = layout(cells, 328);
  expect(size * columns).toBeLessThanOrEqual(328);
  expect(columns * (height / size)).toBeGreaterThanOrEqual(cells);
});

test('a place on the canvas is the cell drawn there, and beside the cells there is none', () => {
  const of = { size: 10, columns: 3, height: 20 };
  expect(cellAt(of, 5, 15, 15)).toBe(4);
  expect(cellAt(of, 5, 25, 15)).toBeNull();
  expect(cellAt(of, 5, 35, 5)).toBeNull();
});
