/** The Python that knows the server's packages. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** $PYTHON, else that of the project's own environment. */
export function python() {
  if (process.env.PYTHON) return process.env.PYTHON;
  const own = join(root, '.venv', 'bin', 'python');
  if (existsSync(own)) return own;
  throw new Error('no Python found: expected .venv/bin/python or $PYTHON; run `make setup` or set PYTHON');
}

/** An environment in which it imports this checkout's packages. */
export function backendEnvironment() {
  return { ...process.env, PYTHONPATH: join(root, 'backend') };
}
