// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appendReport, type Columns } from '../run/columns';
import { inputOf } from './input.fixture';

vi.stubGlobal('matchMedia', () => ({
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
// uPlot asks for the screen as soon as it is loaded.
const { RankChart } = await import('./chart');
type Chart = InstanceType<typeof RankChart>;

/** A canvas that takes every drawing and gives text a width. */
function canvas(): object {
  const target = { measureText: () => ({ width: 10 }) };
  return new Proxy(target, {
    get: (known, name) => (name === 'measureText' ? known.measureText : () => undefined),
    set: () => true,
  });
}

let frames: (() => void)[];
let element: HTMLElement;
let chart: Chart;
let columns: Columns;

function report(rank: number, loss: number, time: number): void {
  appendReport(columns, { attempt: 1, rank, index: 0, metrics: { loss } }, time);
  show(new Set());
}

function show(muted: ReadonlySet<number>): void {
  const loss = columns.get('loss');
  if (loss) chart.show(inputOf(loss, { muted }));
}

async function drawFrame(): Promise<void> {
  for (const draw of frames.splice(0)) draw();
  // uPlot puts what it changed on the canvas in a microtask.
  await Promise.resolve();
  await Promise.resolve();
}

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal('Path2D', function path() {
    return canvas();
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = (): void => undefined;
      disconnect = (): void => undefined;
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(canvas as never);
  element = document.createElement('div');
  document.body.append(element);
  columns = new Map();
  chart = new RankChart(element);
});

afterEach(() => {
  chart.destroy();
  element.remove();
  vi.restoreAllMocks();
});

test('many reports before a frame are drawn once, and the element says what is on it', async () => {
  report(0, 3, 1);
  report(1, 4, 1.1);
  report(0, 2, 2);
  expect(frames).toHaveLength(1);
  expect(element.dataset.points).toBeUndefined();
  await drawFrame();
  expect(element.dataset).toMatchObject({ metric: 'loss', ranks: '0,1', rankPoints: '2,1', points: '3' });
});

test('the curve grows with each frame', async () => {
  report(0, 3, 1);
  await drawFrame();
  expect(element.dataset.rankPoints).toBe('1');
  report(0, 2, 2);
  await drawFrame();
  expect(element.dataset.rankPoints).toBe('2');
});

test('a muted rank has no points on the chart', async () => {
  report(0, 3, 1);
  report(1, 4, 1);
  show(new Set([1]));
  await drawFrame();
  expect(element.dataset.rankPoints).toBe('1,0');
});

test('a cleared chart says that it shows nothing', async () => {
  report(0, 3, 1);
  await drawFrame();
  chart.clear();
  expect(element.dataset.points).toBeUndefined();
  expect(element.querySelector('canvas')).toBeNull();
});
