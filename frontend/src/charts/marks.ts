import type uPlot from 'uplot';
import type { ChartInput, Mark } from './input';
import { SIGNS } from './signs';

type Colour = (property: string) => string;

/** Names of marks that stand at different heights before the first height comes again. */
const LINES = 3;
/** Below this width, in CSS pixels, a mark has its sign and its rank alone. */
const NARROW = 480;

/** Attempts, behind the curves: every second one is shaded, and each says its name when there are several. */
export function drawBands(plot: uPlot, input: ChartInput, colour: Colour): void {
  const { ctx, bbox } = plot;
  if (input.bands.length < 2) return;
  ctx.save();
  ctx.font = font();
  ctx.textAlign = 'left';
  input.bands.forEach((band, index) => {
    const left = clamp(position(plot, band.from), bbox.left, bbox.left + bbox.width);
    const right = clamp(position(plot, band.to ?? Infinity), bbox.left, bbox.left + bbox.width);
    if (index % 2 === 1) {
      ctx.globalAlpha = 0.08;
      ctx.fillStyle = colour('--data');
      ctx.fillRect(left, bbox.top, right - left, bbox.height);
    }
    ctx.globalAlpha = 1;
    ctx.fillStyle = colour('--text-dim');
    if (right - left > 60 * devicePixelRatio) {
      ctx.fillText(band.label, left + 4 * devicePixelRatio, bbox.top + 14 * devicePixelRatio);
    }
  });
  ctx.restore();
}

/** Checkpoints and failures over the curves, and a sign at the top edge for values that have no height. */
export function drawMarks(plot: uPlot, input: ChartInput, colour: Colour, rankColour: Colour): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.font = font();
  ctx.textAlign = 'center';
  drawPauses(plot, input, colour);
  drawWasted(plot, input, colour);
  let low = 0;
  for (const mark of input.marks) {
    const x = position(plot, mark.at);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    const { sign, property, named } = SIGNS[mark.kind];
    ctx.strokeStyle = colour(property);
    ctx.fillStyle = ctx.strokeStyle;
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.lineWidth = devicePixelRatio;
    // There may be one checkpoint a report, and the curves are what is looked at.
    ctx.globalAlpha = mark.kind === 'checkpoint' ? 0.35 : 1;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.fillText(sign, x, bbox.top - 3 * devicePixelRatio);
    if (named) writeName(plot, mark, x, low++ % LINES);
  }
  for (const mark of input.columns.marks) {
    if (input.muted.has(mark.rank)) continue;
    ctx.fillStyle = rankColour(String(mark.rank));
    const below = mark.value === '-inf';
    const y = below ? bbox.top + bbox.height - 4 * devicePixelRatio : bbox.top + 12 * devicePixelRatio;
    ctx.fillText(
      { nan: 'NaN', inf: '▲ ∞', '-inf': '▼ −∞' }[mark.value],
      clamp(position(plot, mark.time), bbox.left + 12, bbox.left + bbox.width - 12),
      y,
    );
  }
  ctx.restore();
}

/** Which rank it was, at the foot of the mark's line; neighbours take turns in height. */
function writeName({ ctx, bbox }: uPlot, mark: Mark, x: number, line: number): void {
  const roomy = x < bbox.left + bbox.width * 0.7;
  const room = 4 * devicePixelRatio;
  const y = bbox.top + bbox.height - (6 + line * 13) * devicePixelRatio;
  ctx.textAlign = roomy ? 'left' : 'right';
  const { sign, name } = SIGNS[mark.kind];
  const brief = bbox.width < NARROW * devicePixelRatio;
  ctx.fillText(
    `${sign} ${brief ? (mark.rank ?? '') : name(mark.rank)}`.trim(),
    roomy ? x + room : x - room,
    y,
  );
  ctx.textAlign = 'center';
}

/** Time in which nothing went on: its own edge and ground, and no curve in it. */
function drawPauses(plot: uPlot, input: ChartInput, colour: Colour): void {
  const { ctx, bbox } = plot;
  for (const { from, to } of input.pauses) {
    const left = clamp(position(plot, from), bbox.left, bbox.left + bbox.width);
    const right = clamp(position(plot, to), bbox.left, bbox.left + bbox.width);
    ctx.save();
    ctx.fillStyle = colour('--waiting');
    ctx.globalAlpha = 0.1;
    ctx.fillRect(left, bbox.top, right - left, bbox.height);
    ctx.globalAlpha = 0.8;
    ctx.fillRect(left, bbox.top + bbox.height - 3 * devicePixelRatio, right - left, 3 * devicePixelRatio);
    ctx.restore();
  }
}

/** Lost work, hatched, so that it is not told by a shade alone. */
function drawWasted(plot: uPlot, input: ChartInput, colour: Colour): void {
  const { ctx, bbox } = plot;
  for (const { from, to } of input.wasted) {
    const left = clamp(position(plot, from), bbox.left, bbox.left + bbox.width);
    const right = clamp(position(plot, to), bbox.left, bbox.left + bbox.width);
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
    for (let x = left - bbox.height; x < right; x += 8 * devicePixelRatio) {
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
  }
}

function position(plot: uPlot, seconds: number): number {
  return seconds === Infinity ? Infinity : plot.valToPos(seconds, 'x', true);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function font(): string {
  return `${11 * devicePixelRatio}px ui-monospace, Menlo, Consolas, monospace`;
}
