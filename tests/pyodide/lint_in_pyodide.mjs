// Lints texts with the assets that the page is served, and judges claims about them. On stdin a JSON object with `texts`,
// and `cluster` and `claims` as the page hands them over; on stdout `findings` and `answers`, one for each text.
// Argument: the folder that holds manifest.json.
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
const { lint_json: lintJson, claims_json: claimsJson } = python.pyimport('trainlint.browser');
const { texts, cluster, claims } = JSON.parse(await text(process.stdin));
const findings = texts.map((source) => JSON.parse(lintJson(source, cluster ?? undefined)));
const answers = texts.map((source) => JSON.parse(claimsJson(source, claims)));
process.stdout.write(JSON.stringify({ findings, answers }));
