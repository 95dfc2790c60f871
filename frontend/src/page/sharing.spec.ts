import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { Event } from '../protocol';
import { packProgram } from '../share/link';
import { SCRATCHPAD } from './scratch';
import { Visit } from './visit.fixture';

const THEIRS = 'print("theirs, with ü and 🚂")\n';
const LINK = `#train01/code/${await packProgram(THEIRS, 0)}`;

const queued = (exercise_id: string | null, source = THEIRS): Event => ({
  kind: 'run_queued',
  exercise_id,
  file_name: 'program.py',
  source,
  ahead: 0,
});

let page: Visit;

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  page = new Visit();
});

describe('a link with a program', () => {
  it('shows it beside its exercise and keeps the reader’s own draft aside', async () => {
    await page.goes('#train01');
    page.session.edit('mine');
    await page.goes(LINK);
    expect(page.session.shared).toEqual({ source: THEIRS, from: 'link' });
    expect(page.session.text).toBe(THEIRS);
    expect(page.session.hasDraft).toBe(true);
    page.session.backToOwn();
    expect(page.session.shared).toBeNull();
    expect(page.session.text).toBe('mine');
    expect(page.written.at(-1)).toEqual(['#train01', 'push']);
  });

  it('keeps what is written into it for a reload, and out of the draft', async () => {
    await page.goes(LINK);
    page.session.edit('theirs, changed');
    page.again();
    await page.session.open();
    expect(page.session.text).toBe('theirs, changed');
    expect(page.session.hasDraft).toBe(false);
    await page.goes('#train01');
    expect(page.session.text).toBe('starter');
  });

  it('becomes the reader’s draft when they say so, and the address is the exercise’s', async () => {
    await page.goes(LINK);
    page.session.keepShared();
    expect(page.session.shared).toBeNull();
    expect(page.written.at(-1)).toEqual(['#train01', 'replace']);
    page.again();
    await page.session.open();
    expect(page.session.text).toBe(THEIRS);
    expect(page.session.shared).toBeNull();
  });

  it('that holds the reader’s own text is no other’s', async () => {
    await page.goes('#train01');
    page.session.edit(THEIRS);
    await page.goes(LINK);
    expect(page.session.shared).toBeNull();
    expect(page.session.text).toBe(THEIRS);
  });

  it('that is damaged says so, and what is open stays', async () => {
    await page.goes('#train01');
    await page.goes(LINK.slice(0, -6));
    expect(page.session.trouble).toContain('cut off or changed on its way');
    expect(page.session.text).toBe('starter');
    expect(page.written.at(-1)).toEqual(['#train01', 'replace']);
  });

  it('is dropped when another place was asked for while it was unpacked', async () => {
    const opening = page.goes(LINK);
    await page.goes('#scratch');
    await opening;
    expect(page.session.exercise).toBe(SCRATCHPAD);
    expect(page.session.shared).toBeNull();
  });
});

describe('a link to a run', () => {
  beforeEach(() => {
    page.connects();
  });

  it('watches it beside the exercise that it is of, with its program and without a Stop', async () => {
    await page.goes('#runs/run-7');
    expect(page.wire.heard.at(-1)).toEqual({ kind: 'watch', run_id: 'run-7', after_seq: 0 });
    expect(page.session.exercise).toBeNull();
    page.wire.records('run-7', [queued('train03')]);
    await vi.waitFor(() => {
      expect(page.session.exercise?.id).toBe('train03');
    });
    expect(page.session.shared).toEqual({ source: THEIRS, from: 'run' });
    expect(page.session.desk.own).toBe(false);
    expect(page.session.desk.busy).toBe(false);
    expect(page.hash).toBe('#runs/run-7');
  });

  it('of a program without an exercise stands beside the scratchpad', async () => {
    await page.goes('#runs/run-7');
    page.wire.records('run-7', [queued(null)]);
    await vi.waitFor(() => {
      expect(page.session.exercise).toBe(SCRATCHPAD);
    });
  });

  it('of an exercise that there is no more stands beside the scratchpad too', async () => {
    page.server.unknown = ['train99'];
    await page.goes('#runs/run-7');
    page.wire.records('run-7', [queued('train99')]);
    await vi.waitFor(() => {
      expect(page.session.exercise).toBe(SCRATCHPAD);
    });
    expect(page.session.text).toBe(THEIRS);
  });

  it('that nobody knows is one clear sentence over the scratchpad', async () => {
    await page.goes('#runs/run-7');
    page.wire.says({
      kind: 'refused',
      code: 'unknown_run',
      came: 'run-7',
      expected: 'a run that exists',
      todo: 'copy the link again',
      request_id: null,
      run_id: 'run-7',
    });
    await vi.waitFor(() => {
      expect(page.session.trouble).toContain('This server knows no run “run-7”.');
    });
    expect(page.session.exercise).toBe(SCRATCHPAD);
    expect(page.session.desk.run).toBeNull();
  });

  it('is left without a word for another place', async () => {
    await page.goes('#runs/run-7');
    await page.goes('#train01');
    page.wire.records('run-7', [queued('train03')]);
    expect(page.session.exercise?.id).toBe('train01');
    expect(page.session.trouble).toBeNull();
  });
});

test('a run that was asked for here is the reader’s own, also once the text is another', async () => {
  page.connects();
  await page.goes('#train01');
  const asked = page.session.run();
  page.wire.says({ kind: 'accepted', request_id: 'request-1', run_id: 'run-1' });
  await asked;
  expect(page.written.at(-1)).toEqual(['#train01/run/run-1', 'replace']);
  page.session.edit('something else');
  const run = page.session.desk.run;
  expect(run && page.session.isOwnRun(run)).toBe(true);
  expect(run && page.session.isOwnRun({ ...run, runId: 'run-2', source: THEIRS })).toBe(false);
});
