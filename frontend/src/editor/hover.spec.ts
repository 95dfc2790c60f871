// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Described } from '../completion/messages';
import { FakeCompleter } from './completer.fixture';
import { createEditor, type EditorHandle } from './editor';

const DESCRIBED: Described = {
  signature: 'report(metrics)',
  text: 'Every rank must call it.',
  rule: 'RTL102',
  page: 'rules/RTL102.html',
};
const DOC = 'train.report(1)\n';

let completer: FakeCompleter;
let editor: EditorHandle;

beforeEach(() => {
  completer = new FakeCompleter();
  editor = createEditor(document.body, {
    doc: DOC,
    onChange: () => undefined,
    onKey: () => undefined,
    lint: null,
    completer,
    label: 'Code',
  });
  editor.view.dispatch({ selection: { anchor: 8 } });
});

afterEach(() => {
  editor.destroy();
});

function presses(key: 'F2' | 'Escape'): void {
  const init = { key, keyCode: key === 'Escape' ? 27 : 113, bubbles: true, cancelable: true };
  editor.view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', init));
}

const shown = (): string | null => editor.view.dom.querySelector('.cm-described code')?.textContent ?? null;
const heard = (): string => editor.view.dom.querySelector('.cm-announced')?.textContent ?? '';

async function describes(): Promise<void> {
  presses('F2');
  await vi.waitFor(() => {
    expect(shown()).toBe('report(metrics)');
  });
}

test('F2 shows what the name at the cursor is, and says it to a screen reader', async () => {
  completer.answers.hover = DESCRIBED;
  await describes();
  expect(heard()).toContain('Every rank must call it.');
  expect(completer.wanted).toEqual(['key']);
  expect(completer.asked).toEqual([{ kind: 'hover', asked: { source: DOC, line: 1, column: 8 } }]);
});

test.each(['a move', 'a change', 'Escape'])('it is gone with %s', async (what) => {
  completer.answers.hover = DESCRIBED;
  await describes();
  if (what === 'a move') editor.view.dispatch({ selection: { anchor: 1 } });
  else if (what === 'a change') editor.view.dispatch({ changes: { from: 0, insert: '# ' } });
  else presses('Escape');
  expect(shown()).toBeNull();
});

test.each([null, { ...DESCRIBED, signature: '' }])('where nothing is known, that is said', async (answer) => {
  completer.answers.hover = answer;
  presses('F2');
  await vi.waitFor(() => {
    expect(heard()).toBe('Nothing is known of this name.');
  });
  expect(shown()).toBeNull();
});

test('between names nobody is asked', async () => {
  editor.view.dispatch({ selection: { anchor: DOC.length } });
  presses('F2');
  await vi.waitFor(() => {
    expect(heard()).toBe('Nothing is known of this name.');
  });
  expect(completer.asked).toEqual([]);
});

test('an answer to a text that has changed since is dropped', async () => {
  presses('F2');
  await vi.waitFor(() => {
    expect(completer.waiting).toHaveLength(1);
  });
  editor.setDoc('x = 1\n');
  completer.waiting[0]?.(DESCRIBED);
  await vi.waitFor(() => {
    expect(heard()).toBe('Nothing is known of this name.');
  });
  expect(shown()).toBeNull();
});
