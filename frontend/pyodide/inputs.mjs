import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** Every file under `folder` that a build reads, sorted; bytecode caches are left out. */
async function filesUnder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(
      (entry) =>
        entry.isFile() && !entry.parentPath.includes('__pycache__') && !entry.name.endsWith('.spec.ts'),
    )
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/**
 * SHA-256 over names and contents of all files in `folders` and of the files in `files`, as hex.
 * Two equal digests mean that a build would write the same assets.
 */
export async function digestOf(root, folders, files) {
  const hash = createHash('sha256');
  const listed = (await Promise.all(folders.map(filesUnder))).flat();
  for (const file of [...listed, ...files]) {
    hash.update(`${path.relative(root, file)}\0`);
    hash.update(await readFile(file));
    hash.update('\0');
  }
  return hash.digest('hex');
}

/** The manifest in `folder` if it was written for `inputs` and all its files are there in full, else null. */
export async function freshManifest(folder, inputs) {
  try {
    const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'));
    if (manifest.inputs !== inputs) return null;
    for (const { name, bytes } of [...manifest.files, ...(manifest.completion?.files ?? [])]) {
      if ((await stat(path.join(folder, manifest.folder, name))).size !== bytes) return null;
    }
    return manifest;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}
