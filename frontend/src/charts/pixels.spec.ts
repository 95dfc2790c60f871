import { expect, test } from 'vitest';
import { inkOf, Pixels, type Tile } from './pixels';

const RED = inkOf('rgb(255, 0, 0)');
const BLUE = inkOf('rgb(0, 0, 255)');

/** Each pixel of a column, from the top. */
function column({ bytes, width, height }: Pixels, at = 0): number[][] {
  return Array.from({ length: height }, (_, row) => [...bytes.slice(4 * (row * width + at)).slice(0, 4)]);
}

test('a bar covers whole pixels wholly and those at its ends in part', () => {
  const pixels = new Pixels(1, 4);
  pixels.bar(0, 0.5, 2.25, RED, 1);
  expect(column(pixels)).toEqual([
    [255, 0, 0, 128],
    [255, 0, 0, 255],
    [255, 0, 0, 64],
    [0, 0, 0, 0],
  ]);
});

test('a bar beyond the edges is cut, and one beside them is nothing', () => {
  const pixels = new Pixels(1, 2);
  pixels.bar(0, -5, 1, RED, 1);
  pixels.bar(0, 7, 9, RED, 1);
  pixels.bar(0, NaN, NaN, RED, 1);
  expect(column(pixels).map(([, , , alpha]) => alpha)).toEqual([255, 0]);
});

test('what is faint lets through what lies under it', () => {
  const pixels = new Pixels(1, 1);
  pixels.bar(0, 0, 1, RED, 1);
  pixels.bar(0, 0, 1, BLUE, 0.2);
  expect(column(pixels)).toEqual([[204, 0, 51, 255]]);
  pixels.clear();
  pixels.bar(0, 0, 1, BLUE, 0.2);
  expect(column(pixels)).toEqual([[0, 0, 255, 51]]);
});

test('a tile is repeated from the corner of the picture, so that neighbours fit', () => {
  const tile: Tile = { size: 2, words: Uint32Array.of(RED.word, BLUE.word, BLUE.word, RED.word) };
  const pixels = new Pixels(4, 2);
  pixels.fill(0, 1, 0, 2, tile);
  pixels.fill(1, 3, 0, 1, tile);
  const words = [...new Uint32Array(pixels.bytes.buffer)];
  expect(words).toEqual([RED.word, BLUE.word, RED.word, 0, BLUE.word, 0, 0, 0]);
});

test('a plain colour fills a rectangle and nothing beside it', () => {
  const pixels = new Pixels(3, 2);
  pixels.fill(1, 3, 1, 9, { size: 1, words: Uint32Array.of(BLUE.word) });
  const words = [...new Uint32Array(pixels.bytes.buffer)];
  expect(words).toEqual([0, 0, 0, 0, BLUE.word, BLUE.word]);
});
