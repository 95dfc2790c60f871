/** One finding of the linter; the same fields as `trainlint.Diagnostic`, in the page's spelling. */
export interface Problem {
  /** `TRL001`, or the code of whatever else found it. */
  code: string;
  /** The rule's name in words. */
  name: string;
  severity: 'error' | 'warning' | 'info';
  /** What is wrong, one sentence. */
  message: string;
  /** What to do about it, one sentence; empty where there is no advice. */
  todo: string;
  /** First line is 1. */
  line: number;
  /** In code points, first column is 0. */
  column: number;
  endLine: number;
  endColumn: number;
  /** Who found it: `trainlint`, `pyflakes` or `python`. */
  source: string;
}

interface Finding extends Omit<Problem, 'endLine' | 'endColumn'> {
  end_line: number;
  end_column: number;
}

/** Problems from what `trainlint.browser.lint_json` returns. */
export function problemsFromJson(json: string): Problem[] {
  const findings = JSON.parse(json) as Finding[];
  return findings.map(({ end_line: endLine, end_column: endColumn, ...finding }) => ({
    ...finding,
    endLine,
    endColumn,
  }));
}
