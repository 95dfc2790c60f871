import { expect, it } from 'vitest';
import { problemsFromJson } from './problem';

it('reads what trainlint writes, in the spelling of the page', () => {
  const finding = {
    code: 'RTL102',
    name: 'report-under-rank-guard',
    severity: 'error',
    message: 'Only one rank reports.',
    todo: 'Report on every rank.',
    line: 3,
    column: 4,
    end_line: 3,
    end_column: 16,
    source: 'trainlint',
  };
  const { end_line: endLine, end_column: endColumn, ...same } = finding;
  expect(problemsFromJson(JSON.stringify([finding]))).toEqual([{ ...same, endLine, endColumn }]);
});
