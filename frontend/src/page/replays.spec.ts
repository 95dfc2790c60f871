import { beforeEach, expect, test, vi } from 'vitest';
import type { Event, RecordedRun } from '../protocol';
import { packedRun } from '../replay/packed.fixture';
import { recorded } from '../run/recorded.fixture';
import { Visit } from './visit.fixture';

const PROGRAM = 'print("recorded")\n';

function recordingOf(exercise_id: string | null): Promise<Blob> {
  const events: Event[] = [
    { kind: 'run_queued', exercise_id, file_name: 'program.py', source: PROGRAM, ahead: 0 },
    { kind: 'phase_changed', phase: 'training' },
    { kind: 'run_finished', end: 'completed', sentence: 'It ran to its end.', exit_code: 0 },
  ];
  return packedRun(recorded(events));
}

function listed(exercise_id: string, passed: boolean): RecordedRun {
  const file = `${exercise_id}-${passed ? 'passes' : 'fails'}.allranks`;
  return { file, exercise_id, passed, program: 'solution.py', seconds: 1, allranks_version: '1.2.3' };
}

const FAILS = listed('train01', false);
const PASSES = listed('train01', true);
const OTHER = listed('train02', true);

let page: Visit;

beforeEach(async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  page = new Visit();
  page.server.listed = [FAILS, OTHER, PASSES];
  for (const { file, exercise_id } of page.server.listed)
    page.server.packed.set(file, await recordingOf(exercise_id));
  await page.session.open();
  await page.session.replays.list();
});

test('those of the open exercise are offered, the one that passes first', async () => {
  expect(page.session.replays.here).toEqual([PASSES, FAILS]);
  await page.goes('#train02');
  expect(page.session.replays.here).toEqual([OTHER]);
});

test('one from beside the page is shown at its end and leaves the reader’s program where it is', async () => {
  page.session.edit('mine');
  await page.session.replays.show(PASSES, false);
  expect(page.session.desk.player).toMatchObject({ playing: false, at: 1 });
  expect(page.session.desk.run?.end).not.toBeNull();
  expect(page.session.text).toBe('mine');
  expect(page.session.shared).toBeNull();
});

test('one that is asked to play begins at once', async () => {
  await page.session.replays.show(PASSES, true);
  expect(page.session.desk.player?.playing).toBe(true);
  expect(page.session.runsAskedFor).toBe(1);
});

test('where a server answers nothing is shown until it is asked for', () => {
  expect(page.session.desk.run).toBeNull();
});

test('where nothing can be run the one that passes is shown, and no other takes its place', async () => {
  page.session.offline = true;
  await page.session.replays.offer();
  const player = page.session.desk.player;
  expect(player?.timeline.recording.records[0]?.event).toMatchObject({ exercise_id: 'train01' });
  expect(page.session.desk.own).toBe(false);
  expect(page.session.runsAskedFor).toBe(0);
  await page.session.replays.offer();
  expect(page.session.desk.player).toBe(player);
});

test('one that comes when another exercise is open is not shown there', async () => {
  let send: (packed: Blob) => void = () => undefined;
  page.server.packed.set(PASSES.file, new Promise((resolve) => (send = resolve)));
  const shown = page.session.replays.show(PASSES, false);
  await page.goes('#train02');
  send(await recordingOf('train01'));
  await shown;
  expect(page.session.desk.player).toBeNull();
});

test('of two that were asked for the newer one is shown, also where the older one comes last', async () => {
  let send: (packed: Blob) => void = () => undefined;
  page.server.packed.set(FAILS.file, new Promise((resolve) => (send = resolve)));
  const older = page.session.replays.show(FAILS, false);
  await page.session.replays.show(PASSES, false);
  const player = page.session.desk.player;
  send(await recordingOf('train01'));
  await older;
  expect(page.session.desk.player).toBe(player);
});

test('one that cannot be loaded is said', async () => {
  page.server.packed.clear();
  await page.session.replays.show(PASSES, false);
  expect(page.session.trouble).toBe('train01-passes.allranks could not be loaded.');
  expect(page.session.desk.player).toBeNull();
});

test('a file opens the exercise that it is of, with its program, and Back leads to where one was', async () => {
  page.session.edit('mine');
  await page.session.replays.open(await recordingOf('train03'), false);
  expect(page.session.exercise?.id).toBe('train03');
  expect(page.session.shared).toEqual({ source: PROGRAM, from: 'recording' });
  expect(page.written.at(-1)).toEqual(['#train03', 'push']);
  await page.goes('#train01');
  expect(page.session.text).toBe('mine');
  expect(page.session.desk.player).toBeNull();
});

test('a file of a program without an exercise opens the scratchpad', async () => {
  await page.session.replays.open(await recordingOf(null), false);
  expect(page.session.exercise?.id).toBe('scratch');
  expect(page.session.text).toBe(PROGRAM);
});

test('a file that is no recording is said, and what is open stays', async () => {
  await page.session.replays.open(new Blob(['loss,epoch\n']), false);
  expect(page.session.trouble).toContain('expected a recording of a run (.allranks)');
  expect(page.session.exercise?.id).toBe('train01');
  expect(page.session.desk.player).toBeNull();
});

test('a new file takes back what was said of the one before', async () => {
  await page.session.replays.open(new Blob(['loss,epoch\n']), false);
  await page.session.replays.open(await recordingOf('train01'), false);
  expect(page.session.trouble).toBeNull();
});
