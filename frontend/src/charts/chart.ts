import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Range } from '../run/extent';
import { onThemeChange } from '../styles/theme';
import { resolved } from './colours';
import { drawDense } from './densecolumns';
import { figureOf, type Figure } from './figure';
import type { ChartInput } from './input';
import { ranksOf } from '../run/columns';
import { drawEvaluations, drawMarks, drawOdd } from './marks';
import { numberLines } from './linenumbers';
import { plotOptions, type Drawing } from './options';
import { Overlay, type Dot } from './overlay';
import { rankStyle } from './ranks';
import { Sheet } from './sheet';
import { drawBands, drawPauses, drawWasted, nameBands } from './bands';

/** Where the cursor is on x, and the values that are read there. */
export interface Pointed {
  readonly x: number;
  readonly values: readonly { readonly rank: number | null; readonly x: number; readonly value: number }[];
}

/**
 * Curves of one metric, a line for each rank, on an axis that others share.
 *
 * `show` may be called for every report: it draws once in the next animation frame. After a frame is drawn the element
 * says what is on it: `data-metric`, `data-ranks` ("0,1"), `data-rank-points` (the same order), `data-points` and
 * `data-drawn`, the rows of the picture, which stay few however many points there are.
 */
export class RankChart implements Drawing {
  figure: Figure | null = null;
  input: ChartInput | null = null;
  private plot: uPlot | null = null;
  private shape = '';
  private pointed: Pointed | null = null;
  private selected: Range | null = null;
  private frame: number | null = null;
  private readonly palette = new Map<string, string>();
  /** Kept, because asking for it in the middle of a frame has the page laid out once more. */
  private size: { width: number; height: number };
  private readonly sheet = new Sheet();
  private readonly overlay: Overlay;
  private readonly stopTheme: () => void;
  private readonly resize: ResizeObserver;

  constructor(private readonly element: HTMLElement) {
    this.overlay = new Overlay(element);
    this.size = this.measured();
    this.resize = new ResizeObserver(() => {
      this.size = this.measured();
      this.plot?.setSize(this.size);
      this.schedule();
    });
    this.resize.observe(element);
    this.stopTheme = onThemeChange(() => {
      this.palette.clear();
      this.plot?.redraw(false);
      this.place();
    });
  }

  show(input: ChartInput): void {
    this.input = input;
    this.schedule();
  }

  /** Show what the reader points at, and the stretch that they are selecting. Draws no curve. */
  point(pointed: Pointed | null, selected: Range | null): void {
    this.pointed = pointed;
    this.selected = selected;
    this.place();
  }

  /** Show nothing, until the next `show`. */
  clear(): void {
    this.input = this.figure = null;
    this.plot?.destroy();
    this.plot = null;
    this.point(null, null);
    for (const name of ['metric', 'ranks', 'rankPoints', 'points', 'drawn', 'marks']) {
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the DOM takes an attribute away in this way
      delete this.element.dataset[name];
    }
  }

  destroy(): void {
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    this.resize.disconnect();
    this.stopTheme();
    this.overlay.destroy();
    this.plot?.destroy();
    this.plot = null;
  }

  readonly colour = (property: string): string => {
    const known = this.palette.get(property);
    if (known !== undefined) return known;
    const found = resolved(this.element, property);
    this.palette.set(property, found);
    return found;
  };

  behind(plot: uPlot): void {
    if (this.input) drawBands(plot, this.input.bands, this.colour);
  }

  between(plot: uPlot): void {
    if (this.input) nameBands(plot, this.input.bands, this.colour);
  }

  over(plot: uPlot): void {
    const { input, figure } = this;
    if (!input || !figure) return;
    if (figure.dense) drawDense(plot, figure, this.rankColour, this.sheet);
    drawPauses(plot, input.pauses, this.colour);
    drawWasted(plot, input.wasted, this.colour);
    drawMarks(plot, input.marks, this.colour);
    drawEvaluations(plot, input.evaluations, this.colour);
    drawOdd(plot, figure.odd, this.rankColour);
    if (figure.dense) numberLines(plot, figure, this.rankColour, this.colour('--ground'));
    this.say(input, figure);
  }

  private readonly rankColour = (rank: number | null): string =>
    this.colour(rank === null ? '--text' : rankStyle(rank).property);

  private schedule(): void {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  private draw(): void {
    const { input } = this;
    if (!input) return;
    const figure = figureOf(input, this.size.width * devicePixelRatio);
    this.figure = figure;
    const strokes = figure.strokes.map(({ rank, role, past }) => `${rank ?? ''}${role}${past}`).join();
    const shape = `${figure.dense}|${input.columns.name}|${input.logarithmic}|${input.x.choice}|${strokes}`;
    const table = figure.table as uPlot.AlignedData;
    if (this.plot === null || shape !== this.shape) {
      this.plot?.destroy();
      this.plot = new uPlot({ ...this.size, ...plotOptions(this, input, figure) }, table, this.element);
      this.shape = shape;
    } else {
      this.plot.setData(table);
    }
    this.place();
  }

  /** Put cursor, dots and selection where their x and y are in the picture. */
  private place(): void {
    const { plot, pointed, selected } = this;
    if (!plot || plot.scales.x?.min === undefined) {
      this.overlay.point(null, []);
      return;
    }
    const dots = (pointed?.values ?? []).flatMap(({ rank, x, value }): Dot[] => {
      const top = plot.valToPos(value, 'y');
      if (!Number.isFinite(top)) return [];
      return [{ left: plot.valToPos(x, 'x'), top, colour: this.rankColour(rank) }];
    });
    this.overlay.point(pointed && plot.valToPos(pointed.x, 'x'), dots);
    this.overlay.select(
      selected && { from: plot.valToPos(selected.from, 'x'), to: plot.valToPos(selected.to, 'x') },
    );
  }

  private say({ columns, muted, marks }: ChartInput, { table, odd }: Figure): void {
    const ranks = ranksOf(columns);
    const points = ranks.map((rank) => (muted.has(rank) ? 0 : (columns.byRank.get(rank)?.finite ?? 0)));
    this.element.dataset.metric = columns.name;
    this.element.dataset.ranks = ranks.join();
    this.element.dataset.rankPoints = points.join();
    this.element.dataset.points = String(points.reduce((sum, count) => sum + count, 0));
    this.element.dataset.drawn = String(table[0].length);
    this.element.dataset.marks = String(marks.length + odd.length);
  }

  private measured(): { width: number; height: number } {
    return {
      width: Math.max(120, this.element.clientWidth),
      height: Math.max(120, this.element.clientHeight),
    };
  }
}
