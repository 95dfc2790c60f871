// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Call } from '../completion/messages';
import { FakeCompleter } from './completer.fixture';
import { createEditor, type EditorHandle } from './editor';

const CALL: Call = {
  name: 'report',
  parameters: ['metrics: dict', 'checkpoint: Checkpoint | None = None'],
  index: 0,
  text: 'Every rank must call it.',
  rule: 'RTL102',
  page: 'rules/RTL102.html',
};

let completer: FakeCompleter;
let editor: EditorHandle;

beforeEach(() => {
  vi.useFakeTimers();
  completer = new FakeCompleter();
  editor = createEditor(document.body, {
    doc: '',
    onChange: () => undefined,
    onKey: () => undefined,
    lint: null,
    completer,
    label: 'Code',
  });
});

afterEach(() => {
  editor.destroy();
  vi.useRealTimers();
});

async function types(text: string): Promise<void> {
  for (const character of text) {
    const { head } = editor.view.state.selection.main;
    editor.view.dispatch({
      changes: { from: head, insert: character },
      selection: { anchor: head + 1 },
      userEvent: 'input.type',
    });
  }
  await vi.advanceTimersByTimeAsync(1000);
}

async function presses(key: string, modifiers: KeyboardEventInit = {}): Promise<void> {
  const init = { key, keyCode: key === 'Escape' ? 27 : 0, bubbles: true, cancelable: true, ...modifiers };
  editor.view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', init));
  await vi.advanceTimersByTimeAsync(1000);
}

async function moves(to: number): Promise<void> {
  editor.view.dispatch({ selection: { anchor: to } });
  await vi.advanceTimersByTimeAsync(1000);
}

const calls = (): number => completer.asked.filter(({ kind }) => kind === 'signature').length;
const shown = (): string | null => editor.view.dom.querySelector('.cm-signature code')?.textContent ?? null;
const next = (): string | null => editor.view.dom.querySelector('.cm-signature strong')?.textContent ?? null;

test('a parenthesis shows what the call takes, with the parameter that comes next', async () => {
  completer.answers.signature = CALL;
  await types('report(');
  expect(shown()).toBe('report(metrics: dict, checkpoint: Checkpoint | None = None)');
  expect(next()).toBe('metrics: dict');
  expect(editor.view.dom.querySelector('.cm-signature a')?.textContent).toBe('More in RTL102');
});

test('what is typed elsewhere asks nothing', async () => {
  await types('x = 1');
  await moves(2);
  expect(calls()).toBe(0);
});

test('it follows the cursor from parameter to parameter', async () => {
  completer.answers.signature = CALL;
  await types('report(');
  completer.answers.signature = { ...CALL, index: 1 };
  await types('{}, ');
  expect(next()).toBe('checkpoint: Checkpoint | None = None');
});

test('outside of the call it is gone, and nobody is asked for that', async () => {
  completer.answers.signature = CALL;
  await types('report(');
  const before = calls();
  await moves(0);
  expect(shown()).toBeNull();
  expect(calls()).toBe(before);
});

test('where nothing is known of the call nothing is shown', async () => {
  completer.answers.signature = null;
  await types('f(');
  expect(calls()).toBe(1);
  expect(shown()).toBeNull();
});

test('Escape closes it until the next parenthesis', async () => {
  completer.answers.signature = CALL;
  await types('report(');
  await presses('Escape');
  expect(shown()).toBeNull();
  await types('x');
  expect(shown()).toBeNull();
  await types('(');
  expect(shown()).not.toBeNull();
});

test('the key shows it in a call that was written before, and says that somebody wants it', async () => {
  completer.answers.signature = CALL;
  editor.setDoc('report({})');
  await moves(8);
  expect(shown()).toBeNull();
  await presses(' ', { ctrlKey: true, shiftKey: true });
  expect(shown()).not.toBeNull();
  expect(completer.wanted).toContain('key');
});

test('an answer that comes when the text is another is dropped', async () => {
  await types('report(');
  expect(completer.waiting).toHaveLength(1);
  editor.setDoc('');
  completer.waiting[0]?.(CALL);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toBeNull();
});
