import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { BuildError } from './errors.mjs';

const run = promisify(execFile);

/** The Python whose pip downloads: $PYTHON, else the project's virtual environment. */
function pythonFor(root) {
  const python = process.env.PYTHON ?? path.join(root, '.venv/bin/python');
  if (path.isAbsolute(python) && !existsSync(python)) {
    throw new BuildError(
      `No Python at ${python}: run \`make setup\` first, or set PYTHON to a Python that has pip.`,
    );
  }
  return python;
}

/**
 * Download the pure-Python wheels that `requirements` pins, once: the folder's name is the digest of the file,
 * and pip checks every wheel against the hash that the file gives. Returns the folder.
 */
export async function downloadWheels(root, cache, requirements) {
  const digest = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
    .slice(0, 16);
  const folder = path.join(cache, `${path.basename(requirements, '.txt')}-${digest}`);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  // A target of "any Python 3.14, any platform" makes pip take exactly what Pyodide can import.
  const target = ['--python-version', '3.14', '--implementation', 'py', '--abi', 'none', '--platform', 'any'];
  const options = ['--no-deps', '--only-binary', ':all:', '--require-hashes', ...target];
  const python = pythonFor(root);
  const command = ['-m', 'pip', '--disable-pip-version-check', 'download', '--quiet', ...options];
  try {
    await run(python, [...command, '--dest', partial, '--requirement', requirements]);
  } catch (error) {
    const reason = String(error.stderr || error.message)
      .trim()
      .split('\n')
      .at(-1);
    const name = path.relative(root, requirements);
    throw new BuildError(`pip (of ${python}) could not download what ${name} pins: ${reason}`);
  }
  await rename(partial, folder);
  return folder;
}
