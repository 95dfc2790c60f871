import type { Pass } from '../run/rows';
import type { ShardMap } from '../run/shards';
import { rankStyle } from './ranks';

/** How a map is laid out: `size` CSS pixels a cell, `columns` cells a line. */
export interface Layout {
  readonly size: number;
  readonly columns: number;
  readonly height: number;
}

type Colour = (property: string) => string;

const SIZES: readonly (readonly [most: number, size: number])[] = [
  [240, 18],
  [1200, 12],
  [4000, 7],
  [8000, 5],
];
const SMALLEST = 4;
/** From this size on a cell has room for a sign. */
const ROOM_FOR_SIGN = 12;

export function layout(cells: number, width: number): Layout {
  const size = SIZES.find(([most]) => cells <= most)?.[1] ?? SMALLEST;
  const columns = Math.max(1, Math.min(cells || 1, Math.floor(width / size)));
  return { size, columns, height: Math.ceil(cells / columns) * size };
}

/** The cell at a place of the canvas, or null beside them. */
export function cellAt(of: Layout, cells: number, x: number, y: number): number | null {
  const column = Math.floor(x / of.size);
  const index = Math.floor(y / of.size) * of.columns + column;
  return column < of.columns && index >= 0 && index < cells ? index : null;
}

/** Every row as a cell: its reader's colour, hollow when nobody read it, crossed when it was read twice. */
export function drawCells(
  context: CanvasRenderingContext2D,
  map: ShardMap,
  of: Layout,
  colour: Colour,
  chosen: number | null,
): void {
  const gap = of.size >= 7 ? 1 : 0.5;
  const side = of.size - gap;
  const twice = new Set(map.twice);
  context.font = `${Math.min(12, of.size - 6)}px ui-monospace, Menlo, Consolas, monospace`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  map.cells.forEach(({ id, readers }, index) => {
    const x = (index % of.columns) * of.size;
    const y = Math.floor(index / of.columns) * of.size;
    if (readers.length === 0) {
      context.strokeStyle = colour('--text-dim');
      context.lineWidth = 1;
      context.globalAlpha = 0.7;
      context.strokeRect(x + 0.5, y + 0.5, Math.max(1, side - 1), Math.max(1, side - 1));
      context.globalAlpha = 1;
    } else if (twice.has(id)) {
      context.fillStyle = colour('--failed');
      context.fillRect(x, y, side, side);
      drawCross(context, x, y, side, colour('--ground'));
    } else {
      const parts = [...new Set(readers)].sort((a, b) => a - b);
      parts.forEach((rank, part) => {
        context.fillStyle = colour(rankStyle(rank).property);
        context.fillRect(x + (side * part) / parts.length, y, side / parts.length, side);
      });
      if (parts.length === 1 && of.size >= ROOM_FOR_SIGN) {
        context.fillStyle = colour(rankStyle(parts[0] ?? 0).ink);
        context.fillText(String(parts[0]), x + side / 2, y + side / 2 + 0.5);
      }
    }
    if (id === chosen) {
      context.strokeStyle = colour('--text');
      context.lineWidth = 2;
      context.strokeRect(x, y, side, side);
    }
  });
}

function drawCross(context: CanvasRenderingContext2D, x: number, y: number, side: number, ink: string): void {
  const inset = side / 4;
  context.strokeStyle = ink;
  context.lineWidth = Math.max(1, side / 9);
  context.beginPath();
  context.moveTo(x + inset, y + inset);
  context.lineTo(x + side - inset, y + side - inset);
  context.moveTo(x + side - inset, y + inset);
  context.lineTo(x + inset, y + side - inset);
  context.stroke();
}

/**
 * The order of reading: across is a rank's first row to its last, up is the id, and each rank has a sign of its own.
 * Rows read in the order of their ids make a straight line, shuffled ones a cloud.
 */
export function drawOrder(
  context: CanvasRenderingContext2D,
  map: ShardMap,
  pass: Pass,
  width: number,
  height: number,
  colour: Colour,
): void {
  const from = map.cells[0]?.id ?? 0;
  const to = map.cells.at(-1)?.id ?? 1;
  const longest = Math.max(1, ...pass.ranks.map(({ ids }) => ids.length));
  const dot = longest > 2000 ? 1 : longest > 300 ? 1.75 : 3;
  const across = width - 2 * MARGIN;
  const up = height - 2 * MARGIN;
  for (const { rank, ids } of pass.ranks) {
    context.fillStyle = colour(rankStyle(rank).property);
    context.strokeStyle = context.fillStyle;
    ids.forEach((id, index) => {
      const x = MARGIN + (longest === 1 ? 0 : (index / (longest - 1)) * across);
      const y = height - MARGIN - (to === from ? 0 : ((id - from) / (to - from)) * up);
      drawDot(context, rank, x, y, dot);
    });
  }
}

const MARGIN = 6;

function drawDot(context: CanvasRenderingContext2D, rank: number, x: number, y: number, size: number): void {
  context.beginPath();
  if (size < 1.5 || rank % 4 === 1) {
    context.rect(x - size, y - size, 2 * size, 2 * size);
  } else if (rank % 4 === 0) {
    context.arc(x, y, size, 0, 2 * Math.PI);
  } else if (rank % 4 === 2) {
    context.moveTo(x, y - size * 1.3);
    context.lineTo(x + size * 1.2, y + size);
    context.lineTo(x - size * 1.2, y + size);
  } else {
    context.moveTo(x, y - size * 1.4);
    context.lineTo(x + size * 1.4, y);
    context.lineTo(x, y + size * 1.4);
    context.lineTo(x - size * 1.4, y);
  }
  context.fill();
}
