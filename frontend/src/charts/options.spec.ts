import type uPlot from 'uplot';
import { expect, test } from 'vitest';
import { appendReport, type Columns, type MetricColumns } from '../run/columns';
import type { Figure, Stroke } from './figure';
import type { ChartInput } from './input';
import { inputOf } from './input.fixture';
import { plotOptions, type Drawing } from './options';
import { plotThatNotes } from './plot.fixture';

const LINE: Stroke = { rank: 0, role: 'line', past: false };
const LOW: Stroke = { rank: null, role: 'low', past: false };
const HIGH: Stroke = { rank: null, role: 'high', past: false };
const PLOT = plotThatNotes().plot;

function metric(): MetricColumns {
  const columns: Columns = new Map();
  appendReport(columns, { attempt: 1, rank: 0, index: 0, metrics: { loss: 1 } }, 1);
  const loss = columns.get('loss');
  if (!loss) throw new Error('Nothing was reported.');
  return loss;
}

function figureOf(strokes: readonly Stroke[], part: Partial<Figure> = {}): Figure {
  return {
    strokes,
    table: [[]] as unknown as Figure['table'],
    odd: [],
    sparse: false,
    dense: false,
    ...part,
  };
}

/** The options, what they ask at each drawing, and in which order it was asked to draw. */
function optionsOf(
  figure: Figure,
  input: ChartInput = inputOf(metric()),
  colours: Readonly<Record<string, string>> = {},
): { options: Omit<uPlot.Options, 'width' | 'height'>; drawing: Drawing; drawn: string[] } {
  const drawn: string[] = [];
  const drawing: Drawing = {
    input,
    figure,
    colour: (property) => colours[property] ?? property,
    behind: () => drawn.push('behind'),
    between: () => drawn.push('between'),
    over: () => drawn.push('over'),
  };
  return { options: plotOptions(drawing, input, figure), drawing, drawn };
}

/** The labels of the y axis. */
function labels(logarithmic: boolean, values: readonly (number | null)[]): unknown {
  const { options } = optionsOf(figureOf([LINE]), inputOf(metric(), { logarithmic }));
  const write = options.axes?.[1]?.values as (...given: unknown[]) => unknown;
  return write(PLOT, values, 1, 0, 1);
}

test('each stroke is a series of its own, in the colour of its rank at the time it is drawn', () => {
  const colours: Record<string, string> = { '--rank-0': 'orange' };
  const { options } = optionsOf(figureOf([LINE, { ...LINE, rank: 1 }]), undefined, colours);
  const strokes = options.series.slice(1).map(({ stroke }) => stroke as () => string);
  expect(strokes.map((stroke) => stroke())).toEqual(['orange', '--rank-1']);
  colours['--rank-0'] = 'brown';
  expect(strokes[0]?.()).toBe('brown');
});

test('ranks differ by their dashes too', () => {
  const { options } = optionsOf(figureOf([LINE, { ...LINE, rank: 1 }]));
  const [, first, second] = options.series;
  expect(first?.dash).not.toEqual(second?.dash);
});

test('the room between least and most is filled, fainter for an attempt that is over', () => {
  const colours = { '--text': 'rgb(15, 23, 42)' };
  const past = (stroke: Stroke): Stroke => ({ ...stroke, past: true });
  const { options } = optionsOf(figureOf([LOW, HIGH, LINE, past(LOW), past(HIGH)]), undefined, colours);
  expect(options.bands?.map(({ series }) => series)).toEqual([
    [2, 1],
    [5, 4],
  ]);
  const fills = options.bands?.map(({ fill }) => (fill as () => string)());
  expect(fills).toEqual(['rgba(15, 23, 42, 0.14)', 'rgba(15, 23, 42, 0.06)']);
});

test('where columns stand in for a line uPlot draws none of it, and the edges of a band all the same', () => {
  const { options } = optionsOf(figureOf([LINE, LOW, HIGH], { dense: true }));
  expect(options.series.slice(1).map((series) => 'paths' in series)).toEqual([true, false, false]);
});

test('points stand on lines where there is room for them, and never on an edge or what lies behind', () => {
  const strokes: Stroke[] = [LINE, { ...LINE, role: 'raw' }, LOW];
  const shown = (sparse: boolean): unknown[] =>
    optionsOf(figureOf(strokes, { sparse }))
      .options.series.slice(1)
      .map(({ points }) => (points?.show as () => boolean)());
  expect(shown(true)).toEqual([true, false, false]);
  expect(shown(false)).toEqual([false, false, false]);
});

test('what is in sight is asked for at each drawing', () => {
  const { options, drawing } = optionsOf(figureOf([LINE]));
  const range = options.scales?.['x']?.range as () => [number, number];
  expect(range()).toEqual([drawing.input?.range.from, drawing.input?.range.to]);
});

test('a logarithmic axis labels whole powers alone, a linear one each line', () => {
  expect(labels(true, [0.001, null, 1])).toEqual(['0.001', '', '1']);
  expect(labels(false, [0, 1, 2])).toEqual(['0', '1', '2']);
});

test('what lies under, between and over the curves is drawn when uPlot has come there', () => {
  const { options, drawn } = optionsOf(figureOf([LINE]));
  const hooks = options.hooks as Record<string, ((plot: uPlot) => void)[]>;
  for (const hook of ['drawClear', 'drawAxes', 'draw']) hooks[hook]?.[0]?.(PLOT);
  expect(drawn).toEqual(['behind', 'between', 'over']);
});
