import loadRuff from '@astral-sh/ruff-wasm-web';
import { beforeAll, expect, test } from 'vitest';
import { createFormatter, type Formatted } from './formatting';

let format: (source: string) => Formatted;

beforeAll(async () => {
  // The page's own types know no Node, and must not.
  const files: string = 'node:fs/promises';
  const { readFile } = (await import(files)) as {
    readFile: (file: URL) => Promise<BufferSource>;
  };
  const ruff = '../../node_modules/@astral-sh/ruff-wasm-web/ruff_wasm_bg.wasm';
  await loadRuff({ module_or_path: readFile(new URL(ruff, import.meta.url)) });
  format = createFormatter();
});

test('a program is laid out as Ruff does it', () => {
  expect(format("x = {'a':1}\n")).toEqual({ kind: 'formatted', text: 'x = {"a": 1}\n' });
});

test('a text that is no Python is refused with the line, and the next one is formatted', () => {
  expect(format('x = (1\nprint(x)\n')).toEqual({
    kind: 'refused',
    why: 'line 2 cannot be read as Python. Expected `)`, found identifier. Mend it and format again',
  });
  expect(format('x=1').kind).toBe('formatted');
});

const EXERCISES = import.meta.glob<string>('../../../exercises/*/{starter,solution}.py', {
  query: '?raw',
  import: 'default',
  eager: true,
});

test.each(Object.entries(EXERCISES))('%s is left as it is', (_, source) => {
  expect(format(source)).toEqual({ kind: 'formatted', text: source });
});
