import { expect, test } from 'vitest';
import { FormatClient } from './client';
import { FormatDesk } from './desk.svelte';
import type { Formatted } from './formatting';

class FakeClient extends FormatClient {
  answer: Promise<Formatted> = Promise.resolve({ kind: 'formatted', text: 'x = 1\n' });

  override format(): Promise<Formatted> {
    return this.answer;
  }
}

function written(text: string) {
  return {
    text,
    getDoc() {
      return this.text;
    },
    layOut(text: string) {
      this.text = text;
    },
  };
}

test('the text is laid out and it is said', async () => {
  const desk = new FormatDesk(new FakeClient());
  const editor = written('x=1');
  const done = desk.format(editor);
  expect(desk.notice).toContain('loading');
  await done;
  expect(editor.text).toBe('x = 1\n');
  expect(desk.notice).toBe('Formatted. Undo takes it back.');
});

test('a text that changed meanwhile is left alone', async () => {
  const desk = new FormatDesk(new FakeClient());
  const editor = written('x=1');
  const done = desk.format(editor);
  editor.text = 'x=12';
  await done;
  expect(editor.text).toBe('x=12');
  expect(desk.notice).toContain('has changed meanwhile');
});

test('a text that is no Python stays, with the reason', async () => {
  const client = new FakeClient();
  client.answer = Promise.resolve({ kind: 'refused', why: 'line 2 cannot be read as Python' });
  const desk = new FormatDesk(client);
  const editor = written('x = (');
  await desk.format(editor);
  expect(editor.text).toBe('x = (');
  expect(desk.notice).toBe('Not formatted: line 2 cannot be read as Python.');
});

test('a formatter that does not load says so', async () => {
  const client = new FakeClient();
  client.answer = Promise.reject(new Error('The formatter could not be loaded: offline.'));
  const desk = new FormatDesk(client);
  await desk.format(written('x=1'));
  expect(desk.notice).toBe('The formatter could not be loaded: offline.');
});
