import { expect, test } from 'vitest';
import { readCase, variantOf } from './case';

const MARKDOWN = 'order: 2\ncauses: a,b\n\n# It hangs\n\nIn one line.\n\n## Symptom\n\nNothing.\n';

test('a case is read from its folder', () => {
  expect(readCase('hang', MARKDOWN, 'b', 'm')).toEqual({
    id: 'hang',
    order: 2,
    causes: ['a', 'b'],
    title: 'It hangs',
    summary: 'In one line.',
    text: '## Symptom\n\nNothing.\n',
    broken: 'b',
    mended: 'm',
  });
});

test.each(['', '# It hangs\n\nIn one line.\n\ntext', 'order: x\n\n# a\n\nb\n\nc'])(
  'a text of another form says what is missing',
  (markdown) => {
    expect(() => readCase('hang', markdown, '', '')).toThrow('hang/case.md needs');
  },
);

test('a text is one of the two programs or the reader’s own', () => {
  const trouble = readCase('hang', MARKDOWN, 'b', 'm');
  expect(['b', 'm', 'x'].map((text) => variantOf(trouble, text))).toEqual(['broken', 'mended', 'changed']);
});
