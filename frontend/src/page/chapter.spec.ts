import { beforeEach, expect, test } from 'vitest';
import { Chapter } from './chapter.svelte';

let hash: string;
let pushed: number;
let chapter: Chapter;

beforeEach(() => {
  hash = '';
  pushed = 0;
  chapter = new Chapter({
    read: () => hash,
    write: (written, how) => {
      hash = written;
      if (how === 'push') pushed += 1;
    },
  });
});

function follows(link: string): string {
  hash = link;
  return chapter.read();
}

test('an address without the chapter is passed on as it is', () => {
  expect(follows('#train01/run/run-7')).toBe('#train01/run/run-7');
  expect(chapter.page).toBeNull();
});

test('a page opens beside what is on the screen, and the address says both', () => {
  follows('#train01/run/run-7');
  expect(follows('#chapter/anatomy')).toBe('#train01/run/run-7');
  expect(chapter.page).toBe('anatomy');
  expect(hash).toBe('#chapter/anatomy/train01/run/run-7');
});

test('the address of a page and what stands beside it brings both back', () => {
  expect(follows('#chapter/anatomy/train01/run/run-7')).toBe('#train01/run/run-7');
  expect(chapter.page).toBe('anatomy');
});

test('a page that is opened first stands beside the scratchpad, which needs no server', () => {
  expect(follows('#chapter/architecture')).toBe('#scratch');
  expect(hash).toBe('#chapter/architecture/scratch');
});

test.each(['#chapter', '#chapter/', '#chapter/<b>'])('%s is the first page', (link) => {
  follows(link);
  expect(chapter.page).toBe('architecture');
});

test('a run that begins beside a page is written behind it', () => {
  follows('#chapter/architecture');
  chapter.write('#scratch/run/run-8', 'replace');
  expect(hash).toBe('#chapter/architecture/scratch/run/run-8');
  expect(chapter.back).toBe('#scratch/run/run-8');
});

test('whoever goes to another place leaves the chapter, and Back can return to it', () => {
  follows('#chapter/architecture');
  chapter.write('#train02', 'push');
  expect([hash, chapter.page, pushed]).toEqual(['#train02', null, 1]);
});

test('a page can be gone to like any other place, and what stands beside it stays', () => {
  follows('#train01');
  chapter.write('#chapter/anatomy', 'push');
  expect(chapter.read()).toBe('#train01');
  expect([hash, chapter.page]).toEqual(['#chapter/anatomy/train01', 'anatomy']);
});
