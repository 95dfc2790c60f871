/**
 * Makes public/pyodide/: Pyodide's core, the wheels of trainlint and pyflakes, those of completion, a lock file that names just these,
 * and manifest.json; and public/rules/, a page for each rule, written by that very linter. The assets lie in a folder named after their content, so that a browser may keep them for
 * ever; only the manifest is asked for anew. Nothing is done when no input has changed; `--check` builds nothing and
 * fails when one has.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { downloadWheels } from './download.mjs';
import { BuildError } from './errors.mjs';
import { digestOf, freshManifest } from './inputs.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const frontend = path.dirname(here);
const root = path.dirname(frontend);
const core = path.join(frontend, 'node_modules/pyodide');
const cache = path.join(frontend, 'node_modules/.cache/pyodide');
const target = path.join(frontend, 'public/pyodide');
const pages = path.join(frontend, 'public/rules');
const CORE_FILES = [
  'pyodide.mjs',
  'pyodide.asm.mjs',
  'pyodide.asm.wasm',
  'python_stdlib.zip',
  'pyodide-lock.json',
];
// Fixes the time stamps in wheels and the kind of bytecode, so that the same inputs give the same bytes.
const ENVIRONMENT = { SOURCE_DATE_EPOCH: '1767225600', PYTHONDONTWRITEBYTECODE: '1' };

/** What completion needs beside the core, and the linter does not: loaded by a worker of its own. */
const COMPLETION = ['allranks-completion', 'jedi', 'parso'];

async function inputsDigest() {
  const trainlint = path.join(root, 'backend/trainlint');
  const completion = path.join(frontend, 'completion');
  const version = path.join(root, 'backend/allranks/__init__.py');
  const pyodide = path.join(core, 'package.json');
  if (!existsSync(pyodide)) {
    throw new BuildError('Pyodide is not installed: run `npm ci` in frontend/ first (`make setup` does).');
  }
  return digestOf(root, [here, trainlint, completion], [version, pyodide]);
}

/** Runs pack.py over `scratch` in Pyodide, and has the rules' pages written into `written`. */
async function pack(scratch, tools, written) {
  const { loadPyodide } = await import(pathToFileURL(path.join(core, 'pyodide.mjs')).href);
  const python = await loadPyodide({ env: ENVIRONMENT });
  python.mountNodeFS('/project', root);
  python.mountNodeFS('/tools', tools);
  python.mountNodeFS('/assets', scratch);
  python.runPython("import sys; sys.path.insert(0, '/project/frontend/pyodide')");
  const packing = python.pyimport('pack');
  packing.use_tools('/tools');
  packing.build_wheel('/project/frontend/pyodide/trainlint', '/assets');
  packing.build_wheel('/project/frontend/completion', '/assets');
  packing.trim_jedi('/assets');
  packing.lock_wheels('/assets');
  packing.compile_archives('/assets');
  python.mountNodeFS('/pages', written);
  packing.write_rule_pages('/project/backend', '/pages');
}

async function describe(scratch, inputs) {
  const hash = createHash('sha256');
  const files = [];
  for (const name of (await readdir(scratch)).sort()) {
    const file = path.join(scratch, name);
    hash.update(`${name}\0`).update(await readFile(file));
    files.push({ name, bytes: (await stat(file)).size });
  }
  const lock = JSON.parse(await readFile(path.join(scratch, 'pyodide-lock.json'), 'utf8'));
  const packages = Object.keys(lock.packages).sort();
  const ofCompletion = new Set(COMPLETION.map((name) => lock.packages[name].file_name));
  return {
    folder: hash.digest('hex').slice(0, 16),
    python: lock.info.python,
    packages: packages.filter((name) => !COMPLETION.includes(name)),
    files: files.filter(({ name }) => !ofCompletion.has(name)),
    completion: { packages: COMPLETION, files: files.filter(({ name }) => ofCompletion.has(name)) },
    inputs,
  };
}

async function build(inputs) {
  const tools = await downloadWheels(root, cache, path.join(here, 'tools.txt'));
  const wheels = await downloadWheels(root, cache, path.join(here, 'page.txt'));
  // A folder of its own: another checkout may share node_modules and build at the same time.
  const made = await mkdtemp(path.join(cache, 'build-'));
  try {
    return await buildIn(made, tools, wheels, inputs);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

async function buildIn(made, tools, wheels, inputs) {
  const scratch = path.join(made, 'assets');
  const written = path.join(made, 'pages');
  await mkdir(scratch);
  await mkdir(written);
  for (const name of CORE_FILES) await cp(path.join(core, name), path.join(scratch, name));
  await cp(wheels, scratch, { recursive: true });
  await pack(scratch, tools, written);
  const manifest = await describe(scratch, inputs);
  await rm(pages, { recursive: true, force: true });
  await rename(path.join(written, 'rules'), pages);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await rename(scratch, path.join(target, manifest.folder));
  await writeFile(path.join(target, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

try {
  const inputs = await inputsDigest();
  // The manifest is written last, so the pages that lie there are of the same inputs.
  const fresh = existsSync(path.join(pages, 'index.html')) ? await freshManifest(target, inputs) : null;
  if (fresh === null && process.argv.includes('--check')) {
    throw new BuildError('It was not built from the sources that are here: run `npm run pyodide`.');
  }
  const manifest = fresh ?? (await build(inputs));
  const megabytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0) / 1e6;
  const state = fresh ? 'up to date' : 'built';
  console.log(`Linter for the page: ${manifest.packages.join(', ')}, ${megabytes.toFixed(1)} MB, ${state}.`);
} catch (error) {
  // A disk that is full or a folder that is not ours: Node's own sentence says which.
  if (!(error instanceof BuildError || error.syscall)) throw error;
  console.error(`The page's linter: ${error.message}`);
  process.exitCode = 1;
}
