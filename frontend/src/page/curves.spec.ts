import { beforeEach, expect, test } from 'vitest';
import { steps } from '../run/observed.fixture';
import { fold, group } from '../run/recovering.fixture';
import type { Event } from '../protocol';
import type { RunState } from '../run/state';
import { Curves } from './curves.svelte';
import { growing } from './growing.fixture.svelte';
import type { Memory } from './memory';
import { TimeAxis } from './timeaxis.svelte';

function report(rank: number, index: number, metrics: Record<string, number>, attempt = 1): Event {
  const head = { kind: 'metrics_reported', with_checkpoint: false, other_types: {}, reported_at: 0 } as const;
  return { ...head, attempt, rank, index, metrics };
}

const RUN = fold(
  group(1),
  report(0, 0, { loss: 4, epoch: 0, accuracy: 0.1 }),
  report(1, 0, { loss: 5, epoch: 0, accuracy: 0.2 }),
  report(0, 1, { loss: 3, epoch: 1, accuracy: 0.3 }),
  report(1, 1, { loss: 2, epoch: 1, accuracy: 0.4 }),
);

let kept: Map<string, string>;
let run: { value: RunState | null };
let time: TimeAxis;
let curves: Curves;

function visit(): void {
  const memory: Memory = {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => {
      if (value === null) kept.delete(key);
      else kept.set(key, value);
    },
  };
  curves = new Curves(() => run.value, time, memory);
}

function shown(): string[] {
  return curves.metrics.map(({ name }) => name);
}

beforeEach(() => {
  kept = new Map();
  run = growing<RunState | null>(RUN);
  time = new TimeAxis(() => run.value);
  visit();
});

test('nobody chose, so there is one chart of the loss in time', () => {
  expect(shown()).toEqual(['loss']);
  expect(curves.axis).toBe(time);
});

test('what was observed can be charted too, and is no first choice beside a metric of the program', () => {
  run.value = fold(group(1), steps(0, 0, { local_loss: 4 }), report(0, 0, { accuracy: 0.1 }));
  expect(shown()).toEqual(['accuracy']);
  expect(curves.names).toContain('own loss (observed)');
  curves.toggleMetric('own loss (observed)');
  expect(shown()).toEqual(['accuracy', 'own loss (observed)']);
});

test('a program that reports no number has the chart of its own loss', () => {
  run.value = fold(group(1), steps(0, 0, { local_loss: 4 }));
  expect(shown()).toEqual([]);
  run.value = fold(group(1), steps(0, 0, { local_loss: 4 }), report(0, 0, {}));
  expect(shown()).toEqual(['own loss (observed)']);
});

test('more metrics may have charts, the last one keeps its own, and the choice is remembered', () => {
  curves.toggleMetric('accuracy');
  expect(shown()).toEqual(['loss', 'accuracy']);
  curves.toggleMetric('loss');
  curves.toggleMetric('accuracy');
  expect(shown()).toEqual(['accuracy']);
  visit();
  expect(shown()).toEqual(['accuracy']);
});

test('a metric that this run lacks leaves the loss on the page', () => {
  curves.choose({ metrics: ['perplexity'] });
  expect(shown()).toEqual(['loss']);
});

test('laid out by step the axis is one of its own, and the cursor is still a second of the run', () => {
  curves.choose({ x: 'epoch' });
  expect(curves.axis).not.toBe(time);
  expect(curves.axis.extent).toMatchObject({ to: expect.closeTo(1.02, 2) as number });
  curves.point(0.9);
  expect(curves.reading).toMatchObject({ attempt: 1, report: 2, x: 1 });
  expect(time.cursor).toBe(curves.reading?.seconds);
});

test('a cursor that another drawing puts on the time axis is read too', () => {
  time.point(1.1);
  expect(curves.reading).toMatchObject({ report: 1 });
});

test('one steps from report to report, and what is out of sight comes into view', () => {
  expect(curves.step(1)).toMatchObject({ report: 1 });
  curves.choose({ x: 'report' });
  curves.axis.show({ from: 1.5, to: 1.8 });
  expect(curves.step(1)).toMatchObject({ report: 1 });
  expect(curves.axis.range?.from).toBeLessThan(1);
  expect(curves.step(1)).toMatchObject({ report: 2 });
});

test('muting leaves a rank out, and solo shows it alone until it is asked again', () => {
  curves.mute(1);
  expect([...curves.muted]).toEqual([1]);
  curves.solo(1);
  expect([...curves.muted]).toEqual([0]);
  expect(curves.isAlone(1)).toBe(true);
  curves.solo(1);
  expect([...curves.muted]).toEqual([]);
});

test('what somebody is led to comes into sight and is not remembered as their choice', () => {
  time.show({ from: 0.5, to: 0.6 });
  curves.leadTo('accuracy', 1.5);
  expect(shown()).toEqual(['loss', 'accuracy']);
  expect(time.following).toBe(true);
  curves.leadTo('nothing of the kind', null);
  visit();
  expect(shown()).toEqual(['loss']);
});

test('without a run there is nothing to read', () => {
  curves.point(1);
  run.value = null;
  expect([shown(), curves.reading]).toEqual([[], null]);
});
