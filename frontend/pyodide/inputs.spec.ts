import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestOf, freshManifest } from './inputs.mjs';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'pyodide-inputs-'));
  await mkdir(path.join(root, 'rules/__pycache__'), { recursive: true });
  await writeFile(path.join(root, 'rules/a.py'), 'a = 1\n');
});

afterEach(() => rm(root, { recursive: true }));

const digest = () => digestOf(root, [path.join(root, 'rules')], []);

describe('the digest of the inputs', () => {
  it('changes when a file changes, appears or is renamed', async () => {
    const seen = new Set([await digest()]);
    await writeFile(path.join(root, 'rules/a.py'), 'a = 2\n');
    seen.add(await digest());
    await writeFile(path.join(root, 'rules/b.py'), '');
    seen.add(await digest());
    await rm(path.join(root, 'rules/b.py'));
    await writeFile(path.join(root, 'rules/c.py'), '');
    seen.add(await digest());
    expect(seen.size).toBe(4);
  });

  it('does not change when Python writes its caches', async () => {
    const before = await digest();
    await writeFile(path.join(root, 'rules/__pycache__/a.cpython-311.pyc'), 'x');
    expect(await digest()).toBe(before);
  });
});

describe('built assets', () => {
  const manifest = { folder: 'assets', files: [{ name: 'core.zip', bytes: 3 }], inputs: 'digest' };

  beforeEach(async () => {
    await mkdir(path.join(root, 'assets'));
    await writeFile(path.join(root, 'assets/core.zip'), 'abc');
    await writeFile(path.join(root, 'manifest.json'), JSON.stringify(manifest));
  });

  it('are fresh when they were built from the same inputs', async () => {
    expect(await freshManifest(root, 'digest')).toEqual(manifest);
  });

  it('are stale when an input changed', async () => {
    expect(await freshManifest(root, 'another digest')).toBeNull();
  });

  it('are stale when a file is cut short or gone', async () => {
    await writeFile(path.join(root, 'assets/core.zip'), 'ab');
    expect(await freshManifest(root, 'digest')).toBeNull();
    await rm(path.join(root, 'assets/core.zip'));
    expect(await freshManifest(root, 'digest')).toBeNull();
  });

  it('are stale when the manifest is missing or half written', async () => {
    await writeFile(path.join(root, 'manifest.json'), '{"folder": "as');
    expect(await freshManifest(root, 'digest')).toBeNull();
    await rm(path.join(root, 'manifest.json'));
    expect(await freshManifest(root, 'digest')).toBeNull();
  });
});
