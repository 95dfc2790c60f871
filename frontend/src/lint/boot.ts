import type { PyodideInterface } from 'pyodide';
import { NO_ANSWERS, type ClaimAnswers, type WrittenContext } from './context';
import { problemsFromJson, type Problem } from './problem';
import { watchFetch } from './progress';

/** What `npm run pyodide` wrote beside the files. */
interface Manifest {
  /** Folder of the files, named after their content. */
  folder: string;
  packages: string[];
  files: { name: string; bytes: number }[];
}

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

async function readManifest(assetsUrl: string): Promise<Manifest> {
  // A page that stays open over a deployment must not look for files of yesterday.
  const response = await fetch(new URL('manifest.json', assetsUrl), { cache: 'no-cache' });
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  if (!response.ok || !isJson) {
    throw new Error('The linter is not there: this page was built without it (`npm run pyodide` makes it).');
  }
  return (await response.json()) as Manifest;
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
  const manifest = await readManifest(assetsUrl);
  const totalBytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  let loadedBytes = 0;
  function count(bytes: number): void {
    loadedBytes = Math.min(loadedBytes + bytes, totalBytes);
    onProgress(loadedBytes, totalBytes);
  }
  count(0);

  const folder = new URL(`${manifest.folder}/`, assetsUrl).href;
  const sizes = new Map(manifest.files.map(({ name, bytes }) => [name, bytes]));
  async function importScript(name: string): Promise<unknown> {
    try {
      const module: unknown = await import(/* @vite-ignore */ folder + name);
      count(sizes.get(name) ?? 0);
      return module;
    } catch (error) {
      throw new Error(`The linter did not load: ${name} could not be imported.`, { cause: error });
    }
  }

  const failure = new Promise<never>((_, reject) => {
    globalThis.fetch = watchFetch(globalThis.fetch, count, (reason) => {
      reject(new Error(reason));
    });
  });
  async function boot(): Promise<PyodideInterface> {
    const core = importScript('pyodide.asm.mjs');
    const { loadPyodide } = (await importScript('pyodide.mjs')) as typeof import('pyodide');
    await core;
    return loadPyodide({
      indexURL: folder,
      lockFileURL: `${folder}pyodide-lock.json`,
      packageBaseUrl: folder,
      packages: manifest.packages,
    });
  }
  const python = await Promise.race([boot(), failure]);
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
