import { describe, expect, it } from 'vitest';
import { replacement } from './changes';

describe('a replacement', () => {
  it('is nothing where the texts are the same', () => {
    expect(replacement('a\nb', 'a\nb')).toBeNull();
    expect(replacement('a\nb', 'a\r\nb')).toBeNull();
  });

  it('leaves out what both ends share', () => {
    expect(replacement('one two three', 'one 2 three')).toEqual({ from: 4, to: 7, insert: '2' });
  });

  it('does not count a shared character twice', () => {
    expect(replacement('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' });
    expect(replacement('aaa', 'a')).toEqual({ from: 1, to: 3, insert: '' });
  });

  it('goes from and to an empty text', () => {
    expect(replacement('', 'x')).toEqual({ from: 0, to: 0, insert: 'x' });
    expect(replacement('x', '')).toEqual({ from: 0, to: 1, insert: '' });
  });
});
