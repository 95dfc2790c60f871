import type uPlot from 'uplot';
import type { ChartInput } from './input';

type Colour = (property: string) => string;

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
  for (const mark of input.marks) {
    const x = position(plot, mark.at);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    const failed = mark.kind === 'failure';
    ctx.strokeStyle = colour(failed ? '--failed' : '--storage');
    ctx.fillStyle = ctx.strokeStyle;
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.fillText(failed ? '✖' : '◆', x, bbox.top - 3 * devicePixelRatio);
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

function position(plot: uPlot, seconds: number): number {
  return seconds === Infinity ? Infinity : plot.valToPos(seconds, 'x', true);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function font(): string {
  return `${11 * devicePixelRatio}px ui-monospace, Menlo, Consolas, monospace`;
}
