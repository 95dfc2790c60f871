import { expect, test } from 'vitest';
import type { Problem } from './problem';
import { gravestFirst, SEVERITY_SIGNS, SEVERITY_TONES } from './severity';

function problem(severity: Problem['severity'], line: number): Problem {
  return { severity, line } as Problem;
}

test('the gravest come first, and of the same gravity the order of the file stays', () => {
  const found = [
    problem('warning', 1),
    problem('info', 2),
    problem('error', 3),
    problem('warning', 4),
    problem('error', 9),
  ];
  expect(gravestFirst(found).map(({ line }) => line)).toEqual([3, 9, 1, 4, 2]);
  expect(found[0]?.line).toBe(1);
});

test('each has a sign of its own, that needs no colour, and a tone', () => {
  expect(new Set(Object.values(SEVERITY_SIGNS)).size).toBe(3);
  expect(Object.keys(SEVERITY_TONES)).toEqual(Object.keys(SEVERITY_SIGNS));
});
