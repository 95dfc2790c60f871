import { expect, test } from 'vitest';
import { filterLines, lineLink, linesAsText, writersOf, type LogFilter } from './logfilter';
import type { LogLine } from './logs';

const ALL: LogFilter = { writers: new Set(), stream: 'both', text: '' };

function line(id: number, part: Partial<LogLine> = {}): LogLine {
  return {
    id,
    seq: id,
    time: 0,
    attempt: 1,
    rank: 0,
    stream: 'stdout',
    origin: 'program',
    text: `line ${id}`,
    ended: true,
    ...part,
  };
}

const LINES = [
  line(1, { rank: null, text: 'Loss of the driver' }),
  line(2, { rank: 0 }),
  line(3, { rank: 1, stream: 'stderr' }),
  line(4, { rank: 1, origin: 'ray' }),
  line(5, { rank: null, origin: 'playground' }),
];

function ids(filter: Partial<LogFilter>, from: 'program' | 'ray' = 'program'): number[] {
  return filterLines(LINES, { ...ALL, ...filter }, from).map(({ id }) => id);
}

test('Ray’s own chatter is kept apart from the learner’s and the playground’s lines', () => {
  expect(ids({})).toEqual([1, 2, 3, 5]);
  expect(ids({}, 'ray')).toEqual([4]);
});

test('lines can be chosen by rank, by stream and by text', () => {
  expect(ids({ writers: new Set([1]) })).toEqual([3]);
  expect(ids({ writers: new Set(['driver' as const]) })).toEqual([1, 5]);
  expect(ids({ stream: 'stderr' })).toEqual([3]);
  expect(ids({ text: ' loss ' })).toEqual([1]);
});

test('copied lines say who wrote them', () => {
  expect(linesAsText(filterLines(LINES, ALL, 'program'))).toBe(
    '[driver] Loss of the driver\n[rank 0] line 2\n[rank 1] line 3\n[playground] line 5\n',
  );
});

test('a line of a traceback leads to the line of the learner’s file that it names', () => {
  const text = '  File "/home/learner/train01.py", line 12, in loop';
  expect(lineLink(text, 'train01.py')).toEqual({
    before: '  File "/home/learner/train01.py", ',
    label: 'line 12',
    after: ', in loop',
    number: 12,
  });
  expect(lineLink('  File "train01.py", line 3, in <module>', 'train01.py')?.number).toBe(3);
  expect(lineLink(text, 'other.py')).toBeNull();
  expect(lineLink('loss in line 12', 'train01.py')).toBeNull();
});

test('ranks without a line yet can be chosen too', () => {
  expect(writersOf(LINES, [0, 1, 2])).toEqual(['driver', 0, 1, 2]);
});
