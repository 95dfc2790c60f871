import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { SCRATCHPAD } from './scratch';
import { Visit } from './visit.fixture';

let page: Visit;

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  page = new Visit();
});

test('the address names the exercise and the editor gets its starter', async () => {
  await page.session.open();
  expect(page.session.exercise?.id).toBe('train01');
  expect(page.session.text).toBe('starter');
});

test('an address without a name opens the first exercise', async () => {
  page.hash = '';
  await page.session.open();
  expect(page.hash).toBe('#train01');
});

test('the scratchpad needs no server', async () => {
  page.hash = '#scratch';
  page.server.away = true;
  await page.session.open();
  expect(page.session.exercise).toBe(SCRATCHPAD);
});

test('what was typed is there again at the next visit', async () => {
  await page.session.open();
  page.session.edit('mine');
  page.again();
  await page.session.open();
  expect(page.session.text).toBe('mine');
});

describe('an exercise that changed since its text was begun', () => {
  async function returnToAnother(starter: string): Promise<void> {
    await page.session.open();
    page.session.edit('mine');
    page.again();
    page.server.starter = starter;
    await page.session.open();
  }

  it('leaves the text alone and says what it was begun from', async () => {
    await returnToAnother('new starter');
    expect(page.session.text).toBe('mine');
    expect(page.session.outdated).toBe('starter');
  });

  it('is said again at the next visit, whatever is typed meanwhile', async () => {
    await returnToAnother('new starter');
    page.session.edit('mine, longer');
    page.again();
    page.server.starter = 'new starter';
    await page.session.open();
    expect(page.session.outdated).toBe('starter');
    expect(page.session.text).toBe('mine, longer');
  });

  it('is not said again when the text was kept', async () => {
    await returnToAnother('new starter');
    page.session.keepDraft();
    expect(page.session.outdated).toBeNull();
    page.again();
    page.server.starter = 'new starter';
    await page.session.open();
    expect(page.session.outdated).toBeNull();
    expect(page.session.text).toBe('mine');
  });

  it('is settled when the new starter was taken', async () => {
    await returnToAnother('new starter');
    page.session.edit('new starter');
    expect(page.session.outdated).toBeNull();
    expect([...page.kept.keys()]).toEqual([]);
  });

  it('and nothing is said where it is the same', async () => {
    await returnToAnother('starter');
    expect(page.session.outdated).toBeNull();
  });
});

test('the address of a run brings that run', async () => {
  page.hash = '#train01/run/run-7';
  await page.session.open();
  expect(page.session.desk.run?.runId).toBe('run-7');
});

test('another exercise takes the run off the page', async () => {
  page.hash = '#train01/run/run-7';
  await page.session.open();
  page.hash = '#scratch';
  await page.session.open();
  expect(page.session.desk.run).toBeNull();
  expect(page.session.text).toBe(SCRATCHPAD.starter);
});

test('an exercise that cannot be opened leaves the page, its address and its run as they were', async () => {
  page.hash = '#train01/run/run-7';
  await page.session.open();
  page.server.away = true;
  page.hash = '#train99';
  await page.session.open();
  expect(page.session.trouble).toBe('The server is away.');
  expect(page.hash).toBe('#train01/run/run-7');
});

test('a server that is away is said, and trying again helps', async () => {
  page.server.away = true;
  await page.session.open();
  expect(page.session.trouble).toBe('The server is away.');
  page.server.away = false;
  await page.session.open();
  expect(page.session.trouble).toBeNull();
  expect(page.session.exercise?.id).toBe('train01');
});

test('a case is opened without the server and leaves the scratchpad’s text alone', async () => {
  page.hash = '#scratch';
  page.again();
  await page.session.open();
  page.session.edit('my own');
  page.server.away = true;
  page.session.go('troubleshooting');
  await vi.waitFor(() => {
    expect(page.session.exercise?.id).toBe('troubleshooting/uneven-data');
  });
  expect(page.hash).toBe('#troubleshooting/uneven-data');
  expect(page.session.text).toBe(page.session.exercise?.starter);
  page.session.edit('tried something');
  page.session.go('scratch');
  await vi.waitFor(() => {
    expect(page.session.text).toBe('my own');
  });
  page.session.go('troubleshooting/uneven-data');
  await vi.waitFor(() => {
    expect(page.session.text).toBe('tried something');
  });
});

test('a case that nobody wrote is said, and what is open stays', async () => {
  page.hash = '#scratch';
  page.again();
  await page.session.open();
  page.session.go('troubleshooting/nothing');
  await vi.waitFor(() => {
    expect(page.session.trouble).toContain('There is no case “troubleshooting/nothing”');
  });
  expect(page.session.exercise?.id).toBe('scratch');
});

test('a program is put into the scratchpad without going there, and a text of one’s own is told', async () => {
  await page.session.open();
  expect(page.session.scratchpadHolds('program')).toBe(true);
  page.session.fillScratchpad('program');
  expect(page.session.exercise?.id).toBe('train01');
  expect(page.session.scratchpadHolds('program')).toBe(true);
  expect(page.session.scratchpadHolds('another')).toBe(false);
  page.hash = '#scratch';
  await page.session.open();
  expect(page.session.text).toBe('program');
});
