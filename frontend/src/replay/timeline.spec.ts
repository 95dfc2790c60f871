import { expect, test, vi } from 'vitest';
import type { Event, EventRecord } from '../protocol';
import { recorded } from '../run/recorded.fixture';
import { group, report } from '../run/recovering.fixture';
import { reduce } from '../run/reduce';
import { emptyRun, type RunState } from '../run/state';
import type { Recording } from './recording';
import { Timeline } from './timeline';

const printed = (text: string): Event => ({
  kind: 'log_written',
  attempt: 1,
  rank: 0,
  stream: 'stdout',
  origin: 'program',
  text,
});

function longRun(reports: number): EventRecord[] {
  const events: Event[] = [{ kind: 'phase_changed', phase: 'training' }, group(1)];
  for (let index = 0; index < reports; index += 1) {
    events.push(report(0, index), report(1, index), printed(`epoch ${index}\n`));
  }
  return recorded(events);
}

function recording(records: readonly EventRecord[]): Recording {
  const header = { kind: 'recording', version: 1, run_id: 'run-1', allranks_version: '1.2.3' } as const;
  return { header, records, complete: true };
}

function foldedTo(records: readonly EventRecord[], count: number): RunState {
  return records.slice(0, count).reduce(reduce, emptyRun('run-1'));
}

test('at any place, in any order, the state is what a live page would have shown there', async () => {
  const records = longRun(700);
  const timeline = await Timeline.of(recording(records), () => Promise.resolve());
  for (const count of [2000, 10, 1999, 0, 5, 1200, 1199, 2102, 3]) {
    expect(timeline.stateAt(count)).toEqual(foldedTo(records, count));
  }
});

test('going back does not change what was shown at the end', async () => {
  const records = longRun(300);
  const timeline = await Timeline.of(recording(records), () => Promise.resolve());
  const end = timeline.stateAt(902);
  timeline.stateAt(100);
  expect(end).toEqual(foldedTo(records, 902));
});

test('going forward folds on, so that a chart goes on with the rows that it has', async () => {
  const timeline = await Timeline.of(recording(longRun(10)), () => Promise.resolve());
  const before = timeline.stateAt(8).columns;
  expect(timeline.stateAt(12).columns).toBe(before);
});

test('seconds count from the first record and never go down', async () => {
  const records = recorded([printed('a'), printed('b'), printed('c')]).map((record, index) => ({
    ...record,
    time: [1000, 1002, 1001][index] ?? 0,
  }));
  const timeline = await Timeline.of(recording(records), () => Promise.resolve());
  expect(timeline.seconds).toBe(2);
  expect([-1, 0, 1.9, 2, 9].map((second) => timeline.countAt(second))).toEqual([0, 1, 1, 3, 3]);
  expect([0, 1, 2, 3, 9].map((count) => timeline.secondOf(count))).toEqual([0, 0, 2, 2, 2]);
});

test('a record that cannot be shown is named', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = { ...printed('x'), text: 5 } as unknown as Event;
  await expect(
    Timeline.of(recording(recorded([printed('a'), broken])), () => Promise.resolve()),
  ).rejects.toThrow('record 2 (log_written), which cannot be shown');
});

test('an empty recording has nothing to show and does not fail', async () => {
  const timeline = await Timeline.of(recording([]), () => Promise.resolve());
  expect(timeline.seconds).toBe(0);
  expect(timeline.stateAt(0)).toEqual(emptyRun('run-1'));
});
