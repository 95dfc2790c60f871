/** One finding of the linter: `trainlint.diagnostic.Diagnostic` in the page's spelling. */
export interface Problem {
  /** Stable id of the check, such as `RTL101`. */
  code: string;
  /** The same for people, such as `model-not-prepared`. */
  name: string;
  severity: 'error' | 'warning' | 'info';
  /** What is wrong, one sentence. */
  message: string;
  /** What to do about it, one sentence. */
  todo: string;
  /** First line is 1. */
  line: number;
  /** In code points, first column is 0. */
  column: number;
  /** The first place behind the problem. */
  endLine: number;
  endColumn: number;
  /** Who found it. */
  source: 'trainlint' | 'pyflakes' | 'syntax';
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
