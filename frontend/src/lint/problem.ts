/** Put `text` in the place of what stands between two places, counted as in `Problem`. An empty place inserts. */
export interface Edit {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  text: string;
}

/** What mends a problem for certain. All edits are made or none; they do not overlap. */
export interface Fix {
  /** What it does, in the imperative. */
  title: string;
  edits: Edit[];
}

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
  /** Where the rule is explained, relative to the page; empty where nothing explains it. */
  page: string;
  fix: Fix | null;
}

interface Ends {
  end_line: number;
  end_column: number;
}

type Written<Spelled> = Omit<Spelled, 'endLine' | 'endColumn'> & Ends;

interface Finding extends Written<Omit<Problem, 'fix'>> {
  fix: { title: string; edits: Written<Edit>[] } | null;
}

function spelled<Place extends Ends>({ end_line: endLine, end_column: endColumn, ...rest }: Place) {
  return { ...rest, endLine, endColumn };
}

/** Problems from what `trainlint.browser.lint_json` returns. */
export function problemsFromJson(json: string): Problem[] {
  const findings = JSON.parse(json) as Finding[];
  return findings.map(({ fix, ...finding }) => ({
    ...spelled(finding),
    fix: fix === null ? null : { title: fix.title, edits: fix.edits.map(spelled) },
  }));
}
