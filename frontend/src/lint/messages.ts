import type { ClaimAnswers, WrittenContext } from './context';
import type { Problem } from './problem';

/** What the page asks of the lint worker. */
export type LintCommand =
  | {
      kind: 'load';
      /** Absolute URL of the folder that holds manifest.json, with a slash at its end. */
      assetsUrl: string;
      /** A 2 written into its first byte interrupts the lint that runs; null where memory cannot be shared. */
      interrupt: SharedArrayBuffer | null;
    }
  | { kind: 'lint'; id: number; source: string; context: WrittenContext };

/** What the lint worker tells the page. */
export type LintReport =
  | { kind: 'progressed'; loadedBytes: number; totalBytes: number }
  | { kind: 'loaded' }
  | { kind: 'linted'; id: number; problems: Problem[]; answers: ClaimAnswers }
  | { kind: 'interrupted'; id: number }
  /** Loading or linting raised; the worker is of no more use. */
  | { kind: 'failed'; reason: string };
