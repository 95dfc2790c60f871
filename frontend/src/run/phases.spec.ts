import { expect, test } from 'vitest';
import { changePhase, phaseViews, PHASES, type PhaseSpan } from './phases';

function story(...steps: [Parameters<typeof changePhase>[1], number][]): readonly PhaseSpan[] {
  return steps.reduce<readonly PhaseSpan[]>((spans, [phase, time]) => changePhase(spans, phase, time), []);
}

test('a phase lasts until the next one begins', () => {
  const views = phaseViews(story(['queued', 10], ['cluster', 10.5], ['program', 12]), 12.25);
  expect(views.slice(0, 4)).toEqual([
    { phase: 'queued', seconds: 0.5, active: false },
    { phase: 'cluster', seconds: 1.5, active: false },
    { phase: 'program', seconds: 0.25, active: true },
    { phase: 'workers', seconds: null, active: false },
  ]);
});

test('a phase that is named twice in a row is one stay', () => {
  expect(story(['queued', 10], ['queued', 11])).toHaveLength(1);
});

test('what a restart spends in a phase is added to the first time', () => {
  const spans = story(['training', 0], ['workers', 2], ['training', 3], [null, 7]);
  const training = phaseViews(spans, 100).find((view) => view.phase === 'training');
  expect(training).toEqual({ phase: 'training', seconds: 6, active: false });
});

test('every phase has its place before the run begins', () => {
  expect(phaseViews([], 0).map((view) => view.phase)).toEqual(PHASES);
});

test('a browser whose clock is behind never shows negative seconds', () => {
  expect(phaseViews(story(['queued', 10]), 9)[0]?.seconds).toBe(0);
});

test('what few runs go through is shown of those alone', () => {
  const views = phaseViews(story(['finishing', 1], ['apart', 2], [null, 4]), 9);
  expect(views).toHaveLength(PHASES.length + 1);
  expect(views.at(-1)).toEqual({ phase: 'apart', seconds: 2, active: false });
});
