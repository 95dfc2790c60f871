import { expect, test } from 'vitest';
import { tickLabels, VALUE_STEPS, WHOLE_STEPS } from './ticklabels';

test('neighbours on a deep zoom do not read alike', () => {
  expect(tickLabels([12.3456, 12.3458, 12.346], 0.0002, ' s')).toEqual([
    '12.3456 s',
    '12.3458 s',
    '12.346 s',
  ]);
});

test('what the step does not need is not written', () => {
  expect(tickLabels([0, 0.5, 1], 0.5)).toEqual(['0', '0.5', '1']);
  expect(tickLabels([0.30000000000000004], 0.1)).toEqual(['0.3']);
  expect(tickLabels([null, 10], 10)).toEqual(['', '10']);
});

test('a step of two and a half is not rounded to what it is not', () => {
  expect(tickLabels([0, 2.5, 5, 7.5, 10, 12.5], 2.5)).toEqual(['0', '2.5', '5', '7.5', '10', '12.5']);
  expect(tickLabels([0.5, 0.75, 1], 0.25, ' s')).toEqual(['0.5 s', '0.75 s', '1 s']);
  expect(tickLabels([25, 50], 25)).toEqual(['25', '50']);
});

test('very small and very large numbers are short', () => {
  expect(tickLabels([1e-5, 2e-5], 1e-5)).toEqual(['1e-5', '2e-5']);
  expect(tickLabels([0, 1e36, 2.5e36], 5e35)).toEqual(['0', '1e36', '2.5e36']);
});

test('reports are counted in whole steps', () => {
  expect(WHOLE_STEPS.every((step) => Number.isInteger(step))).toBe(true);
  expect(WHOLE_STEPS.slice(0, 4)).toEqual([1, 2, 5, 10]);
});

test('values of any size have a step, spelled as uPlot spells its own', () => {
  for (const size of [1e-30, 0.25, 3, 1e20, 1.73e37, 1e300]) {
    expect(VALUE_STEPS.some((step) => step > size / 10 && step <= size)).toBe(true);
  }
  expect(VALUE_STEPS.every((step, at) => Number.isFinite(step) && step > (VALUE_STEPS[at - 1] ?? 0))).toBe(
    true,
  );
  expect(VALUE_STEPS).toContain(0.0025);
});
