import { expect, test } from 'vitest';
import { fault, fold, group, report } from '../run/recovering.fixture';
import { stopped } from '../run/sampled.fixture';
import type { RunState } from '../run/state';
import { IN_TIME } from './input.fixture';
import { placed, type Placed } from './placed';
import { REPORT, type XAxis } from './xaxis';

/** Times are half a second apart: reports at 1 and 1.5, a fault at 2, a second group at 2.5 and its report at 3. */
const RUN = fold(group(1), report(0, 0), report(0, 1), fault('slow', { rank: 0 }), group(2), report(0, 0, 2));
const BY_REPORT: XAxis = { choice: REPORT, by: null };

function where(run: RunState, x: XAxis): Placed {
  const loss = run.columns.get('loss');
  if (!loss) throw new Error('nothing was reported');
  return placed(run, loss, x);
}

test('in time each thing is at its second, and attempts are bands', () => {
  const { marks, bands, wasted } = where(RUN, IN_TIME);
  expect(marks).toMatchObject([{ at: 2, kind: 'slow' }]);
  expect(bands.map(({ label }) => label)).toEqual(['attempt 1', 'attempt 2']);
  expect(wasted).toMatchObject([{ attempt: 1 }]);
});

test('by report each thing is at the report that its rank had made, and nothing is a band', () => {
  const { marks, bands, pauses, wasted } = where(RUN, BY_REPORT);
  expect(marks).toMatchObject([{ at: 2, kind: 'slow' }]);
  expect([bands, pauses]).toEqual([[], []]);
  expect(wasted).toEqual([{ from: 0, to: 2 }]);
});

test('a pause that lasts reaches to the newest word of the run', () => {
  const run = fold(group(1), report(0, 0), stopped('data_wait', { since: 1000.5 }), report(0, 1));
  expect(where(run, IN_TIME).pauses).toEqual([{ from: 0.5, to: run.at }]);
});
