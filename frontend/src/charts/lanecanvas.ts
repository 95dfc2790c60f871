import type { Stretch } from '../run/stretches';
import type { Lane } from '../run/lanes';
import type { Activity } from '../run/timespent';
import { ACTIVITY_STYLES } from './activities';
import { covered, rasterise } from './laneraster';
import { inkOf, Pixels, type Tile } from './pixels';

type Colour = (property: string) => string;

/** Paints a lane: activities as blocks, then what was done to the rank over them. Sizes in device pixels. */
export function drawLane(
  context: CanvasRenderingContext2D,
  lane: Lane | null,
  extra: readonly Stretch[],
  range: readonly [number, number],
  colour: Colour,
): void {
  const { width, height } = context.canvas;
  const pixels = room(width, height);
  // Looked up once for a lane: it may have thousands of blocks.
  const looks = new Map<Activity, Tile>();
  for (const { activity, from, to, top, bottom } of rasterise(lane, extra, range, width)) {
    const first = Math.round(top * height);
    let look = looks.get(activity);
    if (!look) looks.set(activity, (look = tileOf(activity, colour)));
    pixels.fill(from, to, first, Math.max(first + 1, Math.round(bottom * height)), look);
  }
  context.putImageData(new ImageData(pixels.bytes, width, height), 0, 0);
  for (const stretch of extra) {
    const place = covered(stretch, range, width);
    if (!place || stretch.kind === 'doing') continue;
    if (stretch.kind === 'paused')
      hatch(context, place.from, place.to, colour('--ground'), '‖', colour('--text'));
    else gone(context, place.from, place.to, colour);
  }
}

/** The lanes of a run are of one size and are painted one after the other. */
let kept = new Pixels(1, 1);

function room(width: number, height: number): Pixels {
  if (kept.width !== width || kept.height !== height) kept = new Pixels(width, height);
  else kept.clear();
  return kept;
}

const tiles = new Map<string, Tile>();

/** The same patterns as those of `activityBackground`, which the legend has. */
function tileOf(activity: Activity, colour: Colour): Tile {
  const { property, pattern } = ACTIVITY_STYLES[activity];
  const ink = colour(property);
  if (pattern === 'solid') return { size: 1, words: Uint32Array.of(inkOf(ink).word) };
  const size = Math.round((pattern === 'hatched' ? 6 : 5) * devicePixelRatio);
  const look = `${pattern} ${size} ${ink}`;
  const found = tiles.get(look) ?? painted(pattern, size, ink);
  tiles.set(look, found);
  return found;
}

function painted(pattern: 'hatched' | 'dotted', size: number, ink: string): Tile {
  const small = document.createElement('canvas');
  small.width = small.height = size;
  const paint = small.getContext('2d');
  if (!paint) return { size: 1, words: Uint32Array.of(inkOf(ink).word) };
  paint.fillStyle = paint.strokeStyle = ink;
  if (pattern === 'dotted') {
    paint.beginPath();
    paint.arc(size / 2, size / 2, size / 4, 0, 2 * Math.PI);
    paint.fill();
  } else {
    paint.lineWidth = size / 2.6;
    paint.beginPath();
    for (const shift of [-size, 0, size]) {
      paint.moveTo(shift - 1, size + 1);
      paint.lineTo(shift + size + 1, -1);
    }
    paint.stroke();
  }
  return { size, words: new Uint32Array(paint.getImageData(0, 0, size, size).data.buffer) };
}

/** A rank that is held: what it is in stays visible between the bars. */
function hatch(
  context: CanvasRenderingContext2D,
  from: number,
  to: number,
  ground: string,
  sign: string,
  ink: string,
): void {
  const { height } = context.canvas;
  const step = Math.round(6 * devicePixelRatio);
  context.fillStyle = ground;
  for (let x = from; x < to; x += step) context.fillRect(x, 0, Math.min(step / 2, to - x), height);
  write(context, sign, from, to, ground, ink);
}

/** A rank that is dead: nothing but a line, crossed out. */
function gone(context: CanvasRenderingContext2D, from: number, to: number, colour: Colour): void {
  const { height } = context.canvas;
  const thick = Math.max(1, Math.round(devicePixelRatio));
  context.fillStyle = colour('--ground');
  context.fillRect(from, 0, to - from, height);
  context.fillStyle = colour('--failed');
  context.fillRect(from, 0, Math.max(thick, Math.round(2 * devicePixelRatio)), height);
  for (let x = from; x < to; x += 6 * thick) {
    context.fillRect(x, Math.round(height / 2 - thick / 2), Math.min(3 * thick, to - x), thick);
  }
  write(context, '✖', from, to, colour('--ground'), colour('--failed'));
}

function write(
  context: CanvasRenderingContext2D,
  sign: string,
  from: number,
  to: number,
  ground: string,
  ink: string,
): void {
  const room = 14 * devicePixelRatio;
  if (to - from < room) return;
  const { height } = context.canvas;
  const left = from + 3 * devicePixelRatio;
  context.fillStyle = ground;
  context.fillRect(left, 0, room, height);
  context.fillStyle = ink;
  context.font = `600 ${Math.round(12 * devicePixelRatio)}px ui-monospace, Menlo, Consolas, monospace`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(sign, left + room / 2, height / 2 + devicePixelRatio / 2);
}
