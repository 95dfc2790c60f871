import { Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { offsetOf, rangeOf } from './positions';

const doc = Text.of(['x = 1', 'name = "🚀é" + y', '']);

describe('an offset', () => {
  it('counts lines from 1 and columns from 0', () => {
    expect(offsetOf(doc, 1, 0)).toBe(0);
    expect(offsetOf(doc, 2, 4)).toBe(10);
  });

  it('counts a character beyond the basic plane as two units', () => {
    const y = doc.toString().indexOf('y');
    expect(offsetOf(doc, 2, 'name = "'.length + 2 + '" + '.length)).toBe(y);
  });

  it('stays inside its line and inside the document', () => {
    expect(offsetOf(doc, 1, 99)).toBe(5);
    expect(offsetOf(doc, 0, 3)).toBe(0);
    expect(offsetOf(doc, 99, 0)).toBe(doc.length);
  });
});

describe('a range', () => {
  const underlined = (line: number, column: number, endLine: number, endColumn: number) => {
    const { from, to } = rangeOf(doc, { line, column, endLine, endColumn });
    return doc.sliceString(from, to);
  };

  it('underlines what the problem names', () => {
    expect(underlined(2, 7, 2, 11)).toBe('"🚀é"');
  });

  it('may go over lines', () => {
    expect(underlined(1, 4, 2, 4)).toBe('1\nname');
  });

  it('takes in the next character where it is empty, as a whole', () => {
    expect(underlined(2, 8, 2, 8)).toBe('🚀');
  });

  it('takes in the last character where it is empty at the end of a line', () => {
    expect(underlined(1, 5, 1, 5)).toBe('1');
    expect(underlined(1, 5, 1, 2)).toBe('1');
  });

  it('is empty on an empty line', () => {
    expect(underlined(3, 0, 3, 0)).toBe('');
  });
});
