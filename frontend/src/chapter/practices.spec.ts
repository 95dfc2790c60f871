import { expect, test } from 'vitest';
import { PRACTICES } from './practices';

const RULES = Object.keys(import.meta.glob('../../../backend/trainlint/rules/*.py')).map((path) =>
  path.replace(/^.*\/|\.py$/g, '').replaceAll('_', '-'),
);
const practices = PRACTICES.flatMap((group) => group.practices);

test('every rule that a practice names is one of the linter’s, by its name', () => {
  for (const [code, name] of practices.flatMap(({ rules }) => rules)) {
    expect(RULES).toContain(`${code.toLowerCase()}-${name}`);
  }
});

test('every practice has a rule, and no rule stands twice', () => {
  expect(practices.filter(({ rules }) => rules.length === 0)).toEqual([]);
  const codes = practices.flatMap(({ rules }) => rules.map(([code]) => code));
  expect(codes).toEqual([...new Set(codes)]);
});
