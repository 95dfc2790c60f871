/** Writes public/offline/: the exercises and their recorded runs, for a page without a server. Part of the build. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { backendEnvironment, python } from './python.mjs';

const target = join(import.meta.dirname, '..', 'public', 'offline');
execFileSync(python(), ['-m', 'allranks.authoring.offline', target], {
  stdio: 'inherit',
  env: backendEnvironment(),
});
