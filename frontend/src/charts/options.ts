import type uPlot from 'uplot';
import { INSETS } from '../page/timeaxis.svelte';
import type { Figure, Stroke } from './figure';
import { readable, type ChartInput } from './input';
import { lookOf } from './looks';
import { ABOVE, BELOW } from './overlay';
import { rankStyle } from './ranks';
import { tickLabels, VALUE_STEPS, WHOLE_STEPS } from './ticklabels';
import { TIME } from './xaxis';

/** What the options ask of the chart at each drawing, because it changes while the plot stays. */
export interface Drawing {
  readonly input: ChartInput | null;
  readonly figure: Figure | null;
  readonly colour: (property: string) => string;
  /** Draw what lies under the grid, between grid and curves, and over the curves. */
  behind(plot: uPlot): void;
  between(plot: uPlot): void;
  over(plot: uPlot): void;
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- uPlot's Distr exists in its types alone
const LOGARITHMIC: uPlot.Scale = { distr: 3 };

/** How uPlot draws a figure of these strokes. Its own legend, cursor and selection are not used. */
export function plotOptions(
  drawing: Drawing,
  input: ChartInput,
  figure: Figure,
): Omit<uPlot.Options, 'width' | 'height'> {
  const axis: uPlot.Axis = {
    stroke: () => drawing.colour('--text-dim'),
    grid: { stroke: () => drawing.colour('--border'), width: 1 },
    ticks: { stroke: () => drawing.colour('--border'), width: 1, size: 4 },
    font: '12px system-ui, sans-serif',
  };
  const inTime = input.x.choice === TIME;
  return {
    padding: [ABOVE, INSETS.right, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      x: {
        time: false,
        range: () => (drawing.input ? [drawing.input.range.from, drawing.input.range.to] : [0, 1]),
      },
      y: input.logarithmic ? LOGARITHMIC : {},
    },
    axes: [
      {
        ...axis,
        size: BELOW,
        ...(inTime ? {} : { incrs: WHOLE_STEPS }),
        values: (_, splits, __, ___, step) => tickLabels(splits, step, inTime ? ' s' : ''),
      },
      {
        ...axis,
        size: INSETS.left,
        ...(input.logarithmic ? {} : { incrs: VALUE_STEPS }),
        values: (_, splits: (number | null)[], __, ___, step) =>
          input.logarithmic
            ? splits.map((value) => (value === null ? '' : readable(value)))
            : tickLabels(splits, step),
      },
    ],
    series: [{}, ...figure.strokes.map((stroke) => strokeOptions(drawing, stroke, figure.dense))],
    bands: figure.strokes.flatMap(({ role, past }, at) =>
      role === 'low'
        ? [
            {
              series: [at + 2, at + 1] as [number, number],
              fill: () => tinted(drawing.colour('--text'), past ? 0.06 : 0.14),
            },
          ]
        : [],
    ),
    hooks: {
      drawClear: [
        (plot) => {
          drawing.behind(plot);
        },
      ],
      drawAxes: [
        (plot) => {
          drawing.between(plot);
        },
      ],
      draw: [
        (plot) => {
          drawing.over(plot);
        },
      ],
    },
  };
}

function strokeOptions(drawing: Drawing, { rank, role, past }: Stroke, dense: boolean): uPlot.Series {
  const { width, alpha } = lookOf({ role, past });
  const { property, dash } = rank === null ? { property: '--text', dash: [] } : rankStyle(rank);
  const edge = role === 'low' || role === 'high';
  const colour = (): string => drawing.colour(property);
  return {
    stroke: colour,
    width,
    alpha,
    // Where a line goes up and down within a pixel its dashes are dust, and its outline costs most of a frame: columns
    // are drawn of it, and numbers stand in for the dashes.
    ...(dense && !edge ? { paths: () => null } : {}),
    dash: role === 'raw' ? [] : [...dash],
    points: {
      show: () => !edge && role !== 'raw' && drawing.figure?.sparse === true,
      size: 6,
      fill: colour,
      stroke: colour,
    },
  };
}

/** An opaque colour of the canvas with some of what is behind it. */
function tinted(colour: string, opacity: number): string {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour);
  return parts ? `rgba(${parts[1]}, ${parts[2]}, ${parts[3]}, ${opacity})` : colour;
}
