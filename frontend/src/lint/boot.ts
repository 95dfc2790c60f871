import { NO_ANSWERS, type ClaimAnswers, type WrittenContext } from './context';
import { problemsFromJson, type Problem } from './problem';
import { bootPython } from './python';

export interface Linted {
  problems: Problem[];
  answers: ClaimAnswers;
}

/** Lint one text; null when an interrupt stopped it. Raises what the linter raised. */
export interface Linter {
  (source: string, context: WrittenContext): Linted | null;
  /** Collect what lints have left lying. For a moment when nobody waits. */
  tidy: () => void;
}

/**
 * Boot Pyodide from our own origin and load what it lints with.
 *
 * Replaces the worker's `fetch` with one that counts: `onProgress` hears bytes loaded and bytes in all, uncompressed.
 */
export async function bootLinter(
  assetsUrl: string,
  interrupt: SharedArrayBuffer | null,
  onProgress: (loadedBytes: number, totalBytes: number) => void,
): Promise<Linter> {
  const python = await bootPython(assetsUrl, 'lint', onProgress);
  const interruptView = interrupt === null ? null : new Uint8Array(interrupt);
  if (interruptView !== null) python.setInterruptBuffer(interruptView);
  const {
    lint_json: lintJson,
    claims_json: claimsJson,
    tidy,
    wait_to_tidy: waitToTidy,
  } = python.pyimport('trainlint.browser') as {
    lint_json: (source: string, cluster?: string) => string;
    claims_json: (source: string, claims: string) => string;
    tidy: () => void;
    wait_to_tidy: () => void;
  };
  waitToTidy();

  const lint = (source: string, { cluster, claims }: WrittenContext): Linted | null => {
    // What is in it was meant for the text before this one.
    interruptView?.fill(0);
    try {
      return {
        // Python's None comes from what is left out; a null would be an object of JavaScript's.
        problems: problemsFromJson(lintJson(source, cluster ?? undefined)),
        answers: claims === null ? NO_ANSWERS : (JSON.parse(claimsJson(source, claims)) as ClaimAnswers),
      };
    } catch (error) {
      if (error instanceof python.ffi.PythonError && error.type === 'KeyboardInterrupt') return null;
      throw error;
    }
  };
  return Object.assign(lint, {
    tidy: () => {
      try {
        tidy();
      } catch (error) {
        // A newer text may have interrupted it; the next moment of rest is as good.
        if (!(error instanceof python.ffi.PythonError)) throw error;
      }
    },
  });
}
