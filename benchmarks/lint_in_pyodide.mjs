// Times the linter of a checkout in the page's Pyodide: {texts, typed, tries} as JSON on stdin, for each text a list of
// milliseconds of processor time on stdout, and one more for the texts of `typed`, each linted once in their order. Arguments: the folder that holds manifest.json, and the folder that holds trainlint.
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
  stdout: (line) => console.error(line),
});
python.mountNodeFS('/checkout', path.resolve(process.argv[3]));
python.runPython("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/checkout')");
const { lint_json: lintJson, tidy, wait_to_tidy: waitToTidy } = python.pyimport('trainlint.browser');
const { texts, typed, tries } = JSON.parse(await text(process.stdin));
waitToTidy();
// Keys that are typed before it counts.
const WARM_UP = 5;
const times = texts.map(() => []);

function timed(source, into) {
  const start = process.cpuUsage();
  lintJson(source);
  const { user, system } = process.cpuUsage(start);
  into.push((user + system) / 1000);
  // As the page does between two words that are typed.
  tidy();
}

// The first rounds compile WebAssembly and import the rules; the page has that behind it when one types.
for (let attempt = -5; attempt < tries; attempt += 1) {
  for (const [place, source] of texts.entries()) {
    timed(source, attempt < 0 ? [] : times[place]);
  }
}
const keys = [];
for (const source of typed) timed(source, keys);
process.stdout.write(JSON.stringify([...times, keys.slice(WARM_UP)]));
