import { expect, test } from 'vitest';
import { filterLines, writersOf, type LogFilter } from './logfilter';
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

function ids(filter: Partial<LogFilter>, from: 'program' | 'ray' = 'program', most = 100): number[] {
  return filterLines(LINES, { ...ALL, ...filter }, from, most).lines.map(({ id }) => id);
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

test('only the newest are shown and the others are counted', () => {
  expect(filterLines(LINES, ALL, 'program', 2)).toMatchObject({ earlier: 2, lines: [{ id: 3 }, { id: 5 }] });
});

test('ranks without a line yet can be chosen too', () => {
  expect(writersOf(LINES, [0, 1, 2])).toEqual(['driver', 0, 1, 2]);
});
