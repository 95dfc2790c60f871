import type uPlot from 'uplot';
import { firstAtLeast } from '../run/numbers';
import type { Mark } from './input';
import { SIGNS } from './signs';
import { clamp, font, position, type Colour } from './bands';
import type { Odd } from './thinning';

/** Names of marks that stand at different heights before the first height comes again. */
const LINES = 3;
/** Below this width, in CSS pixels, a mark has its sign and its rank alone. */
const NARROW = 480;
/** CSS pixels of the tick of a value that has no height, the rows of ticks, and what lies between two words over them. */
const TICK = 5;
const TICK_ROWS = 8;
const WORD_APART = 60;
/** CSS pixels between two signs of things that happen at nearly every report. */
const APART = 5;

/** What happened, over the curves: a line with a sign. Of checkpoints that stand too close one is drawn. */
export function drawMarks(plot: uPlot, marks: readonly Mark[], colour: Colour): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.font = font();
  ctx.textAlign = 'center';
  let low = 0;
  let checkpoint = -Infinity;
  for (const mark of marks) {
    const x = position(plot, mark.at);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    if (mark.kind === 'checkpoint') {
      if (x - checkpoint < APART * devicePixelRatio) continue;
      checkpoint = x;
    }
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
  ctx.restore();
}

/** Reports that evaluated, as signs on the x axis: there may be thousands, and those in one place are one sign. */
export function drawEvaluations(plot: uPlot, at: Float64Array, colour: Colour): void {
  const { ctx, bbox } = plot;
  const { min = 0, max = 0 } = plot.scales.x ?? {};
  ctx.save();
  ctx.font = font();
  ctx.textAlign = 'center';
  ctx.fillStyle = colour(SIGNS.evaluation.property);
  let before = -Infinity;
  for (let row = firstAtLeast(at, min, 0, at.length); row < at.length; row += 1) {
    const place = at[row] ?? Infinity;
    if (place > max) break;
    const x = position(plot, place);
    if (x - before < 2 * APART * devicePixelRatio) continue;
    before = x;
    ctx.fillText(SIGNS.evaluation.sign, x, bbox.top + bbox.height - 2 * devicePixelRatio);
  }
  ctx.restore();
}

/**
 * Values that have no height, at the edge: a word where there is room for one, and under it a tick for each in the colour
 * of its rank, a row a rank. `odd` is in the order of lines, not of x.
 */
export function drawOdd(
  plot: uPlot,
  odd: readonly (Odd & { readonly rank: number | null })[],
  rankColour: (rank: number | null) => string,
): void {
  const { ctx, bbox } = plot;
  const room = 12 * devicePixelRatio;
  const rows = [...new Set(odd.map(({ rank }) => rank))];
  const written: number[][] = [[], []];
  ctx.save();
  ctx.font = font();
  ctx.textAlign = 'center';
  for (const { x, value, rank } of odd) {
    const low = value === -Infinity;
    const y = low ? bbox.top + bbox.height - room / 3 : bbox.top + room;
    const at = position(plot, x);
    ctx.fillStyle = rankColour(rank);
    const row = (rows.indexOf(rank) % TICK_ROWS) * TICK * devicePixelRatio;
    const tick = low ? y - room - row : y + room / 3 + row;
    ctx.fillRect(at - devicePixelRatio, tick, 2 * devicePixelRatio, (TICK - 1) * devicePixelRatio);
    const middle = clamp(at, bbox.left + room, bbox.left + bbox.width - room);
    const others = written[low ? 0 : 1] ?? [];
    if (others.some((other) => Math.abs(other - middle) < WORD_APART * devicePixelRatio)) continue;
    others.push(middle);
    ctx.fillStyle = rankColour(null);
    ctx.fillText(Number.isNaN(value) ? 'NaN' : low ? '▼ −∞' : '▲ ∞', middle, y);
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
