/**
 * Lays a brotli and a gzip twin beside each file of the built page that becomes smaller by it: `main.js.br`, `main.js.gz`.
 * The server, and many static hosts, send the twin to whoever takes it. Runs after `vite build`.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const frontend = path.join(import.meta.dirname, '..');
const built = path.join(frontend, 'dist');
const cache = path.join(frontend, 'node_modules/.cache/compressed');
/** Made small already, or written by whoever serves the page. */
const LEFT_ALONE = /\.(allranks|br|gz|png|woff2|zip|whl)$|^settings\.json$/;
const LEAST_BYTES = 1024;
/** A twin must save this share, or it is not worth a file. */
const WORTH = 0.9;

const ENCODERS = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_LGWIN]: 24,
      },
    }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Brotli takes half a minute for Pyodide, which seldom changes: what was packed once is kept. */
async function packed(bytes, suffix) {
  const kept = path.join(cache, createHash('sha256').update(bytes).digest('hex') + suffix);
  const found = await readFile(kept).catch(() => null);
  if (found) return found;
  const made = await ENCODERS[suffix](bytes);
  await mkdir(cache, { recursive: true });
  await writeFile(`${kept}.${process.pid}`, made);
  await rename(`${kept}.${process.pid}`, kept);
  return made;
}

let [files, before, after] = [0, 0, 0];
for (const entry of await readdir(built, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || LEFT_ALONE.test(entry.name)) continue;
  const file = path.join(entry.parentPath, entry.name);
  const bytes = await readFile(file);
  if (bytes.length < LEAST_BYTES) continue;
  const twins = await Promise.all(
    Object.keys(ENCODERS).map(async (suffix) => [suffix, await packed(bytes, suffix)]),
  );
  const worth = twins.filter(([, twin]) => twin.length < bytes.length * WORTH);
  for (const [suffix, twin] of worth) await writeFile(file + suffix, twin);
  if (worth.length === 0) continue;
  files += 1;
  before += bytes.length;
  after += Math.min(...worth.map(([, twin]) => twin.length));
}
console.log(
  `Compressed ${files} files: ${(before / 1e6).toFixed(1)} MB become ${(after / 1e6).toFixed(1)} MB.`,
);
