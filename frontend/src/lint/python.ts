import type { PyodideInterface } from 'pyodide';
import { watchFetch } from './progress';

/** What `npm run pyodide` wrote beside the files. */
interface Manifest {
  /** Folder of the files, named after their content. */
  folder: string;
  packages: string[];
  files: { name: string; bytes: number }[];
  /** What completion loads beside the core. */
  completion: { packages: string[]; files: { name: string; bytes: number }[] };
}

async function readManifest(assetsUrl: string): Promise<Manifest> {
  // A page that stays open over a deployment must not look for files of yesterday.
  const response = await fetch(new URL('manifest.json', assetsUrl), { cache: 'no-cache' });
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  if (!response.ok || !isJson) {
    throw new Error('Python is not there: this page was built without it (`npm run pyodide` makes it).');
  }
  return (await response.json()) as Manifest;
}

/**
 * Boot Pyodide from our own origin, with the packages of the linter or of completion.
 *
 * Replaces the worker's `fetch` with one that counts: `onProgress` hears bytes loaded and bytes in all, uncompressed.
 */
export async function bootPython(
  assetsUrl: string,
  part: 'lint' | 'completion',
  onProgress: (loadedBytes: number, totalBytes: number) => void,
): Promise<PyodideInterface> {
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
      throw new Error(`It did not load: ${name} could not be imported.`, { cause: error });
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
      packages: part === 'lint' ? manifest.packages : manifest.completion.packages,
    });
  }
  return Promise.race([boot(), failure]);
}
