import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { ExerciseView } from '../protocol';
import { RunSocket, type Wire } from '../socket/client';
import { Server, Unanswered } from '../socket/http';
import { backendAt } from '../socket/backend';
import { Drafts, type Memory } from './memory';
import { RunDesk } from './runs.svelte';
import { SCRATCHPAD } from './scratch';
import { Session } from './session.svelte';
import { SharedEdits } from './shared';

const TRAIN01: ExerciseView = {
  id: 'train01',
  title: 'TorchTrainer',
  summary: '',
  file_name: 'train01.py',
  task: '',
  starter: 'starter',
  hints: [],
  further: [],
  faults_allowed: true,
  nodes: 1,
  checks: [],
};

/** A server that has one exercise, or that is away. */
class FakeServer extends Server {
  override away = false;
  starter = 'starter';

  override exercises(): Promise<{ id: string; title: string; summary: string }[]> {
    return this.answer([TRAIN01]);
  }

  override exercise(id: string): Promise<ExerciseView> {
    return this.answer({ ...TRAIN01, id, starter: this.starter });
  }

  private answer<T>(value: T): Promise<T> {
    return this.away ? Promise.reject(new Unanswered('The server is away.', null)) : Promise.resolve(value);
  }
}

const SILENT: Wire = {
  onopen: null,
  onclose: null,
  onmessage: null,
  send: () => undefined,
  close: () => undefined,
};

let hash: string;
let kept: Map<string, string>;
let server: FakeServer;
let session: Session;

function visit(): void {
  const memory: Memory = {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => {
      if (value === null) kept.delete(key);
      else kept.set(key, value);
    },
  };
  server = new FakeServer(backendAt('', 'http://127.0.0.1/'));
  const desk = new RunDesk(
    (listeners) => new RunSocket({ connect: () => SILENT, backoff: { first: 1, longest: 1 }, ...listeners }),
  );
  session = new Session(
    server,
    desk,
    new Drafts(memory),
    {
      read: () => hash,
      write: (written) => {
        hash = written;
      },
    },
    new SharedEdits(memory),
  );
}

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  hash = '#train01';
  kept = new Map();
  visit();
});

test('the address names the exercise and the editor gets its starter', async () => {
  await session.open();
  expect(session.exercise?.id).toBe('train01');
  expect(session.text).toBe('starter');
});

test('an address without a name opens the first exercise', async () => {
  hash = '';
  await session.open();
  expect(hash).toBe('#train01');
});

test('the scratchpad needs no server', async () => {
  hash = '#scratch';
  server.away = true;
  await session.open();
  expect(session.exercise).toBe(SCRATCHPAD);
});

test('what was typed is there again at the next visit', async () => {
  await session.open();
  session.edit('mine');
  visit();
  await session.open();
  expect(session.text).toBe('mine');
});

describe('an exercise that changed since its text was begun', () => {
  async function returnToAnother(starter: string): Promise<void> {
    await session.open();
    session.edit('mine');
    visit();
    server.starter = starter;
    await session.open();
  }

  it('leaves the text alone and says what it was begun from', async () => {
    await returnToAnother('new starter');
    expect(session.text).toBe('mine');
    expect(session.outdated).toBe('starter');
  });

  it('is said again at the next visit, whatever is typed meanwhile', async () => {
    await returnToAnother('new starter');
    session.edit('mine, longer');
    visit();
    server.starter = 'new starter';
    await session.open();
    expect(session.outdated).toBe('starter');
    expect(session.text).toBe('mine, longer');
  });

  it('is not said again when the text was kept', async () => {
    await returnToAnother('new starter');
    session.keepDraft();
    expect(session.outdated).toBeNull();
    visit();
    server.starter = 'new starter';
    await session.open();
    expect(session.outdated).toBeNull();
    expect(session.text).toBe('mine');
  });

  it('is settled when the new starter was taken', async () => {
    await returnToAnother('new starter');
    session.edit('new starter');
    expect(session.outdated).toBeNull();
    expect([...kept.keys()]).toEqual([]);
  });

  it('and nothing is said where it is the same', async () => {
    await returnToAnother('starter');
    expect(session.outdated).toBeNull();
  });
});

test('the address of a run brings that run', async () => {
  hash = '#train01/run/run-7';
  await session.open();
  expect(session.desk.run?.runId).toBe('run-7');
});

test('another exercise takes the run off the page', async () => {
  hash = '#train01/run/run-7';
  await session.open();
  hash = '#scratch';
  await session.open();
  expect(session.desk.run).toBeNull();
  expect(session.text).toBe(SCRATCHPAD.starter);
});

test('an exercise that cannot be opened leaves the page, its address and its run as they were', async () => {
  hash = '#train01/run/run-7';
  await session.open();
  server.away = true;
  hash = '#train99';
  await session.open();
  expect(session.trouble).toBe('The server is away.');
  expect(hash).toBe('#train01/run/run-7');
});

test('a server that is away is said, and trying again helps', async () => {
  server.away = true;
  await session.open();
  expect(session.trouble).toBe('The server is away.');
  server.away = false;
  await session.open();
  expect(session.trouble).toBeNull();
  expect(session.exercise?.id).toBe('train01');
});

test('a case is opened without the server and leaves the scratchpad’s text alone', async () => {
  hash = '#scratch';
  visit();
  await session.open();
  session.edit('my own');
  server.away = true;
  session.go('troubleshooting');
  await vi.waitFor(() => {
    expect(session.exercise?.id).toBe('troubleshooting/uneven-data');
  });
  expect(hash).toBe('#troubleshooting/uneven-data');
  expect(session.text).toBe(session.exercise?.starter);
  session.edit('tried something');
  session.go('scratch');
  await vi.waitFor(() => {
    expect(session.text).toBe('my own');
  });
  session.go('troubleshooting/uneven-data');
  await vi.waitFor(() => {
    expect(session.text).toBe('tried something');
  });
});

test('a case that nobody wrote is said, and what is open stays', async () => {
  hash = '#scratch';
  visit();
  await session.open();
  session.go('troubleshooting/nothing');
  await vi.waitFor(() => {
    expect(session.trouble).toContain('There is no case “troubleshooting/nothing”');
  });
  expect(session.exercise?.id).toBe('scratch');
});

test('a program is put into the scratchpad without going there, and a text of one’s own is told', async () => {
  await session.open();
  expect(session.scratchpadHolds('program')).toBe(true);
  session.fillScratchpad('program');
  expect(session.exercise?.id).toBe('train01');
  expect(session.scratchpadHolds('program')).toBe(true);
  expect(session.scratchpadHolds('another')).toBe(false);
  hash = '#scratch';
  await session.open();
  expect(session.text).toBe('program');
});
