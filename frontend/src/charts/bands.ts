import type uPlot from 'uplot';
import type { Band } from './input';
import type { Range } from '../run/extent';

/** What a token of `tokens.css` is right now. */
export type Colour = (property: string) => string;

/** Attempts, behind everything: every second one is shaded when there are several. */
export function drawBands(plot: uPlot, bands: readonly Band[], colour: Colour): void {
  const { ctx, bbox } = plot;
  if (bands.length < 2) return;
  ctx.save();
  ctx.globalAlpha = 0.08;
  ctx.fillStyle = colour('--data');
  bands.forEach((band, place) => {
    const [left, right] = edges(plot, { from: band.from, to: band.to ?? Infinity });
    if (place % 2 === 1) ctx.fillRect(left, bbox.top, right - left, bbox.height);
  });
  ctx.restore();
}

/** What each attempt is called, over the grid and behind the curves, where there is room. */
export function nameBands(plot: uPlot, bands: readonly Band[], colour: Colour): void {
  const { ctx, bbox } = plot;
  if (bands.length < 2) return;
  ctx.save();
  ctx.font = font();
  ctx.textAlign = 'left';
  for (const band of bands) {
    const [left, right] = edges(plot, { from: band.from, to: band.to ?? Infinity });
    if (right - left < 80 * devicePixelRatio) continue;
    const [x, y] = [left + 4 * devicePixelRatio, bbox.top + 14 * devicePixelRatio];
    ctx.fillStyle = colour('--ground');
    ctx.fillRect(x, y - 10 * devicePixelRatio, ctx.measureText(band.label).width, 13 * devicePixelRatio);
    ctx.fillStyle = colour('--text-dim');
    ctx.fillText(band.label, x, y);
  }
  ctx.restore();
}

/** Time in which nothing went on: its own edge and ground, and no curve in it. */
export function drawPauses(plot: uPlot, pauses: readonly Range[], colour: Colour): void {
  const { ctx, bbox } = plot;
  for (const pause of pauses) {
    const [left, right] = edges(plot, pause);
    ctx.save();
    ctx.fillStyle = colour('--waiting');
    ctx.globalAlpha = 0.1;
    ctx.fillRect(left, bbox.top, right - left, bbox.height);
    // Dotted as its sign is: a bar would be taken for a curve at the foot of the chart.
    ctx.globalAlpha = 1;
    ctx.strokeStyle = ctx.fillStyle;
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.setLineDash([2 * devicePixelRatio, 6 * devicePixelRatio]);
    ctx.beginPath();
    for (const y of [bbox.top + devicePixelRatio, bbox.top + bbox.height - devicePixelRatio]) {
      ctx.moveTo(left, y);
      ctx.lineTo(right, y);
    }
    ctx.stroke();
    ctx.restore();
  }
}

/** Lost work, hatched, so that it is not told by a shade alone. */
export function drawWasted(plot: uPlot, wasted: readonly Range[], colour: Colour): void {
  const { ctx, bbox } = plot;
  const stripe = 8 * devicePixelRatio;
  for (const lost of wasted) {
    const [left, right] = edges(plot, lost);
    if (right <= left) continue;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, bbox.top, right - left, bbox.height);
    ctx.clip();
    ctx.fillStyle = colour('--waiting');
    ctx.globalAlpha = 0.08;
    ctx.fillRect(left, bbox.top, right - left, bbox.height);
    ctx.globalAlpha = 0.3;
    ctx.strokeStyle = ctx.fillStyle;
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    for (let x = left - bbox.height; x < right; x += stripe) {
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
  }
}

/** Where a place on x is on the canvas. */
export function position(plot: uPlot, x: number): number {
  return Number.isFinite(x) ? plot.valToPos(x, 'x', true) : x;
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

export function font(): string {
  return `${11 * devicePixelRatio}px ui-monospace, Menlo, Consolas, monospace`;
}

/** The edges of a stretch on the canvas, as far as they are in sight. */
function edges(plot: uPlot, { from, to }: Range): [number, number] {
  const { left, width } = plot.bbox;
  return [clamp(position(plot, from), left, left + width), clamp(position(plot, to), left, left + width)];
}
