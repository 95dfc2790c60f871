import { expect, it } from 'vitest';
import { problemsFromJson } from './problem';

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
  page: 'rules/RTL102.html',
  fix: null,
};

it('reads what trainlint writes, in the spelling of the page', () => {
  const { end_line: endLine, end_column: endColumn, ...same } = finding;
  expect(problemsFromJson(JSON.stringify([finding]))).toEqual([{ ...same, endLine, endColumn }]);
});

it('reads a fix with all its edits', () => {
  const edit = { line: 1, column: 0, end_line: 2, end_column: 5, text: 'x' };
  const [problem] = problemsFromJson(
    JSON.stringify([{ ...finding, fix: { title: 'Write x', edits: [edit] } }]),
  );
  expect(problem?.fix).toEqual({
    title: 'Write x',
    edits: [{ line: 1, column: 0, endLine: 2, endColumn: 5, text: 'x' }],
  });
});
