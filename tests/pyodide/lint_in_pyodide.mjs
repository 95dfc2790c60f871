// Lints texts with the assets that the page is served: a JSON list of texts on stdin, a JSON list of what lint_json
// returned for each on stdout. Argument: the folder that holds manifest.json.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const assets = path.resolve(process.argv[2]);
const manifest = JSON.parse(await readFile(path.join(assets, 'manifest.json'), 'utf8'));
const folder = `${path.join(assets, manifest.folder)}${path.sep}`;
const { loadPyodide } = await import(pathToFileURL(path.join(folder, 'pyodide.mjs')).href);
const python = await loadPyodide({
  indexURL: folder,
  lockFileURL: path.join(folder, 'pyodide-lock.json'),
  packageBaseUrl: folder,
  packages: manifest.packages,
  // Standard output is for the answer alone.
  stdout: (line) => console.error(line),
});
const { lint_json: lintJson } = python.pyimport('trainlint.browser');
const answers = JSON.parse(await text(process.stdin)).map((source) => JSON.parse(lintJson(source)));
process.stdout.write(JSON.stringify(answers));
