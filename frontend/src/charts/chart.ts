import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { onThemeChange } from '../styles/theme';
import { resolved } from './colours';
import { nearestValue, ranksOf, readable, timeRange, type ChartInput } from './input';
import { drawBands, drawMarks } from './marks';
import { rankStyle } from './ranks';

/** What the pointer is at: a time, and the nearest value of each rank. */
export interface Reading {
  readonly time: number;
  readonly values: ReadonlyMap<number, number>;
}

const FEW_POINTS = 80;
// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- uPlot's Distr exists in its types alone
const LOGARITHMIC: uPlot.Scale = { distr: 3 };

/**
 * Curves of one metric, a line for each rank, on one time axis.
 *
 * `show` may be called for every report: it draws once in the next animation frame. After a frame is drawn the element
 * says what is on it: `data-metric`, `data-ranks` ("0,1"), `data-rank-points` (the same order) and `data-points`.
 */
export class RankChart {
  private plot: uPlot | null = null;
  private shape = '';
  private input: ChartInput | null = null;
  private frame: number | null = null;
  private readonly palette = new Map<string, string>();
  private readonly stopTheme: () => void;
  private readonly resize: ResizeObserver;

  constructor(
    private readonly element: HTMLElement,
    private readonly onReading: (reading: Reading | null) => void,
  ) {
    this.resize = new ResizeObserver(() => {
      this.plot?.setSize(this.size());
    });
    this.resize.observe(element);
    this.stopTheme = onThemeChange(() => {
      this.palette.clear();
      this.plot?.redraw(false);
    });
  }

  show(input: ChartInput): void {
    this.input = input;
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  /** Show nothing, until the next `show`. */
  clear(): void {
    this.input = null;
    this.plot?.destroy();
    this.plot = null;
    for (const name of ['metric', 'ranks', 'rankPoints', 'points', 'marks']) {
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the DOM takes an attribute away in this way
      delete this.element.dataset[name];
    }
  }

  destroy(): void {
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    this.resize.disconnect();
    this.stopTheme();
    this.plot?.destroy();
    this.plot = null;
  }

  private draw(): void {
    const input = this.input;
    if (!input) return;
    const ranks = ranksOf(input.columns);
    const data = [input.columns.times, ...ranks.map((rank) => input.columns.byRank.get(rank) ?? [])];
    const shape = `${input.columns.name}|${input.logarithmic}|${ranks.join()}`;
    if (this.plot === null || shape !== this.shape) {
      this.plot?.destroy();
      this.plot = new uPlot(this.options(input, ranks), data as uPlot.AlignedData, this.element);
      this.shape = shape;
    } else {
      this.plot.setData(data as uPlot.AlignedData);
    }
    ranks.forEach((rank, index) => {
      const shown = !input.muted.has(rank);
      if (this.plot?.series[index + 1]?.show !== shown) this.plot?.setSeries(index + 1, { show: shown });
    });
  }

  private options(input: ChartInput, ranks: readonly number[]): uPlot.Options {
    const axis: uPlot.Axis = {
      stroke: () => this.colour('--text-dim'),
      grid: { stroke: () => this.colour('--border'), width: 1 },
      ticks: { stroke: () => this.colour('--border'), width: 1, size: 4 },
      font: '12px system-ui, sans-serif',
    };
    return {
      ...this.size(),
      padding: [16, 12, 0, 0],
      legend: { show: false },
      cursor: {
        drag: { x: false, y: false },
        points: { size: 7 },
        dataIdx: (_, series, row) => {
          const column = this.input?.columns.byRank.get(ranks[series - 1] ?? -1);
          return column ? (nearestValue(column, row) ?? row) : row;
        },
      },
      scales: {
        x: { time: false, range: () => (this.input ? timeRange(this.input) : [0, 1]) },
        y: input.logarithmic ? LOGARITHMIC : {},
      },
      axes: [
        { ...axis, size: 32, values: (_, splits) => splits.map((seconds) => `${readable(seconds)} s`) },
        {
          ...axis,
          size: 56,
          values: (_, splits) =>
            splits.map((value: number | null) => (value === null ? '' : readable(value))),
        },
      ],
      series: [{}, ...ranks.map((rank) => this.series(rank))],
      hooks: {
        drawClear: [
          (plot) => {
            if (this.input) drawBands(plot, this.input, this.colour);
          },
        ],
        draw: [
          (plot) => {
            this.drawn(plot);
          },
        ],
        setCursor: [
          (plot) => {
            this.read(plot);
          },
        ],
      },
    };
  }

  private series(rank: number): uPlot.Series {
    const { property, dash } = rankStyle(rank);
    return {
      label: `rank ${rank}`,
      stroke: () => this.colour(property),
      width: 2,
      dash: [...dash],
      points: {
        show: () => (this.input?.columns.points.get(rank) ?? 0) <= FEW_POINTS,
        size: 6,
        fill: () => this.colour(property),
        stroke: () => this.colour(property),
      },
    };
  }

  private drawn(plot: uPlot): void {
    const input = this.input;
    if (!input) return;
    drawMarks(plot, input, this.colour, (rank) => this.colour(rankStyle(Number(rank)).property));
    const ranks = ranksOf(input.columns);
    const points = ranks.map((rank) => (input.muted.has(rank) ? 0 : (input.columns.points.get(rank) ?? 0)));
    this.element.dataset.metric = input.columns.name;
    this.element.dataset.ranks = ranks.join();
    this.element.dataset.rankPoints = points.join();
    this.element.dataset.points = String(points.reduce((sum, count) => sum + count, 0));
    this.element.dataset.marks = String(input.marks.length + input.columns.marks.length);
  }

  private read(plot: uPlot): void {
    const input = this.input;
    const row = plot.cursor.idx;
    if (!input || row === null || row === undefined || (plot.cursor.left ?? -1) < 0) {
      this.onReading(null);
      return;
    }
    const values = new Map<number, number>();
    for (const rank of ranksOf(input.columns)) {
      const column = input.columns.byRank.get(rank) ?? [];
      const value = column[nearestValue(column, row) ?? -1];
      if (typeof value === 'number') values.set(rank, value);
    }
    this.onReading({ time: input.columns.times[row] ?? 0, values });
  }

  private readonly colour = (property: string): string => {
    const known = this.palette.get(property);
    if (known !== undefined) return known;
    const found = resolved(this.element, property);
    this.palette.set(property, found);
    return found;
  };

  private size(): { width: number; height: number } {
    return {
      width: Math.max(120, this.element.clientWidth),
      height: Math.max(120, this.element.clientHeight),
    };
  }
}
