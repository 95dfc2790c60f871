import { expect, test } from 'vitest';
import { ANATOMY, EXPLAINED, partsOf, PARTS, type Explained } from './anatomy';

function begins(starts: string, title = ''): Explained {
  return { starts, title, says: [], names: [] };
}

test('the parts are the whole program, in its order', () => {
  const squeezed = (text: string): string => text.replace(/\s+/g, '');
  expect(squeezed(PARTS.map(({ code }) => code).join('\n'))).toBe(squeezed(ANATOMY));
  expect(PARTS.map(({ line }) => line)).toEqual([...PARTS.map(({ line }) => line)].sort((a, b) => a - b));
});

test('a part stands at the margin, whatever is around it', () => {
  expect(PARTS.map(({ code }) => code[0])).not.toContain(' ');
  const [, loop] = partsOf('a\nif b:\n    c\n\n    d\n', [begins('a'), begins('c')]);
  expect(loop).toMatchObject({ line: 3, code: 'c\n\nd' });
});

test('a part that is not in the program is named', () => {
  expect(() => partsOf('a\n', [begins('b', 'B')])).toThrow('where “B” starts');
});

test('every name of the documentation is one that the program uses or gets', () => {
  for (const name of EXPLAINED.flatMap(({ names }) => names)) {
    const word = name.split('.').at(-1) ?? '';
    expect(`${ANATOMY} Result`).toContain(word);
  }
});
