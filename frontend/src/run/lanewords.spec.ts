import { expect, test } from 'vitest';
import { laneOf, timed } from './lanes.fixture';
import { NO_LANES, withSlices, type Lane } from './lanes';
import type { Parts } from './timespent';
import {
  laneRows,
  laneWordsAt,
  longestWaitWords,
  partsWords,
  percent,
  waitingShare,
  waitingWords,
} from './lanewords';

function lane(rank: number, ...slices: Parts[]): Lane {
  return laneOf(withSlices(NO_LANES, timed(rank, 1000, slices), 1000, 1e6), rank);
}

test('a rank’s waiting is a share of its loop, not of its start', () => {
  expect(waitingShare(lane(0, { starting: 5 }, { process_group: 2 }, { loop: 3 }, { collective: 1 }))).toBe(
    0.25,
  );
  expect(waitingShare(lane(0, { starting: 5 }))).toBeNull();
});

test('a few ranks are told one by one', () => {
  const lanes = [lane(0, { collective: 3, loop: 1 }), lane(1, { loop: 4 })];
  expect(waitingWords(lanes)).toBe('Time spent waiting for other ranks: rank 0 75 %, rank 1 0 %.');
  expect(waitingWords(lanes.slice(0, 1))).toBe('Rank 0 waits 75 % of its time.');
  expect(waitingWords([])).toBe('');
});

test('of many ranks the one that waits least is told apart', () => {
  const others = [0, 1, 2, 3, 4].map((rank) => lane(rank, { report: 60 + rank, loop: 40 - rank }));
  expect(waitingWords([...others, lane(5, { report: 2, loop: 98 })])).toBe(
    'Ranks spend 60 % to 64 % of their time waiting for others, rank 5 2 %.',
  );
});

test('a moment is read from its slice, or from what is known beside it', () => {
  const rank = lane(0, { loop: 1 }, { forward: 0.25, backward: 0.75 });
  const extra = [
    { kind: 'doing', activity: 'collective', from: 2, to: 5 },
    { kind: 'paused', activity: null, from: 3, to: 4 },
    { kind: 'dead', activity: null, from: 5, to: 9 },
  ] as const;
  const words = [0.5, 1.5, 2.5, 3.5, 6, 20].map((at) => laneWordsAt(rank, extra, at));
  expect(words).toEqual([
    'own lines',
    'backward 75 %, forward 25 %',
    'collective',
    'paused, collective',
    'dead',
    '',
  ]);
  expect(laneWordsAt(null, [], 1)).toBe('');
});

test('the longest wait has its length, its reason and its begin', () => {
  expect(longestWaitWords(lane(0, { loop: 1 }, { collective: 2 }))).toBe(
    '2.00 s in collective, from 1.00 s on',
  );
  expect(longestWaitWords(lane(0, { data: 0.02 }))).toBe('20 ms in data, from 0.00 s on');
  expect(longestWaitWords(lane(0, { loop: 1 }))).toBe('none');
});

test('a little is not nothing', () => {
  expect([0, 0.001, 0.5, 1].map(percent)).toEqual(['0 %', '<1 %', '50 %', '100 %']);
  expect(partsWords({ loop: 0.001, report: 1 })).toBe('report');
});

test('the table gives each rank its shares, its whole time and its longest wait', () => {
  const lanes = [lane(0, { loop: 1 }, { collective: 3 }), lane(3, { loop: 2 })];
  expect(laneRows(lanes, ['collective', 'loop'])).toEqual([
    { rank: 0, cells: ['75 %', '25 %', '4.00 s', '3.00 s in collective, from 1.00 s on'] },
    { rank: 3, cells: ['0 %', '100 %', '2.00 s', 'none'] },
  ]);
});
