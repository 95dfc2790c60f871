// @vitest-environment happy-dom
import { redo, undo } from '@codemirror/commands';
import { diagnosticCount } from '@codemirror/lint';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Completer } from '../completion/client';
import type { Problem } from '../lint/client';
import { KEYS, type EditorKeyId, type KeyId } from '../page/keys';
import { createEditor, type EditorHandle } from './editor';
import { FakeLint } from './lint.fixture';

const problem: Problem = {
  code: 'PYF821',
  name: 'undefined-name',
  severity: 'error',
  message: 'Undefined name y.',
  todo: '',
  line: 1,
  column: 4,
  endLine: 1,
  endColumn: 5,
  source: 'pyflakes',
  page: '',
  fix: null,
};

const onChange = vi.fn<(doc: string) => void>();
const onKey = vi.fn<(event: KeyboardEvent) => void>();
const doc = 'x = y\nz = 2\n';

const completer: Completer = { want: () => undefined, ask: () => Promise.resolve(null) };
let editor: EditorHandle;

const EDITOR_KEYS = (Object.keys(KEYS) as KeyId[]).filter(
  (id): id is EditorKeyId => KEYS[id].where === 'editor',
);
const keyCodes: Record<string, number> = { Escape: 27, Tab: 9 };

function press(key: string, modifiers: KeyboardEventInit = {}): KeyboardEvent {
  // CodeMirror knows Escape and Tab by their keyCode.
  const init = { key, keyCode: keyCodes[key] ?? 0, bubbles: true, cancelable: true, ...modifiers };
  const event = new KeyboardEvent('keydown', init);
  editor.view.contentDOM.dispatchEvent(event);
  return event;
}

function pressKey(id: EditorKeyId): KeyboardEvent {
  const parts: readonly string[] = KEYS[id].key.split('-');
  const ctrlKey = parts.includes('Mod') || parts.includes('Ctrl');
  const last = (parts.at(-1) ?? '').replace('Space', ' ');
  return press(last, { ctrlKey, shiftKey: parts.includes('Shift'), altKey: parts.includes('Alt') });
}

beforeEach(() => {
  vi.resetAllMocks();
  editor = createEditor(document.body, { doc, onChange, onKey, lint: null, completer, label: 'Code' });
});

afterEach(() => {
  editor.destroy();
});

describe('the text', () => {
  it('is told after each change and can be read', () => {
    editor.view.dispatch({ changes: { from: 0, insert: '# ' } });
    expect(onChange).toHaveBeenCalledExactlyOnceWith('# x = y\nz = 2\n');
    expect(editor.getDoc()).toBe('# x = y\nz = 2\n');
  });

  it('that was replaced comes back with one undo', () => {
    editor.view.dispatch({ changes: { from: 0, insert: '# ' } });
    editor.setDoc('print(1)\n');
    expect(editor.getDoc()).toBe('print(1)\n');
    undo(editor.view);
    expect(editor.getDoc()).toBe('# x = y\nz = 2\n');
  });
});

describe('keys', () => {
  it('are the page’s first', () => {
    onKey.mockImplementation((event) => {
      if (event.key === 'Enter') event.preventDefault();
    });
    press('Enter', { ctrlKey: true });
    expect(editor.getDoc()).toBe(doc);
    press('Enter');
    expect(editor.getDoc()).toBe(doc);
    onKey.mockReset();
    press('Enter');
    expect(editor.getDoc()).toBe(`\n${doc}`);
  });

  it.each(EDITOR_KEYS)('of the list have a handler each: %s', (id) => {
    editor.view.dispatch({ changes: { from: 0, insert: 'a' } });
    undo(editor.view);
    if (id === 'undo') redo(editor.view);
    expect(pressKey(id).defaultPrevented).toBe(true);
  });

  it('indent with Tab by four spaces', () => {
    press('Tab');
    expect(editor.getDoc()).toBe('    x = y\nz = 2\n');
  });

  it('leave with Escape and then Tab', () => {
    press('Escape');
    press('Tab');
    expect(editor.getDoc()).toBe(doc);
  });
});

describe('a text that was left and is opened again', () => {
  function reopen(text: string): void {
    const kept = editor.keep();
    editor.destroy();
    editor = createEditor(document.body, { doc: text, kept, onChange, onKey, lint: null, label: 'Code' });
  }

  it('has its steps of Undo and its cursor', () => {
    editor.view.dispatch({ changes: { from: 0, insert: '# ' }, selection: { anchor: 2 } });
    reopen('# x = y\nz = 2\n');
    expect(editor.view.state.selection.main.head).toBe(2);
    undo(editor.view);
    expect(editor.getDoc()).toBe(doc);
  });

  it('and is another text by now has one step more', () => {
    editor.view.dispatch({ changes: { from: 0, insert: '# ' } });
    reopen('print(1)\n');
    expect(editor.getDoc()).toBe('print(1)\n');
    undo(editor.view);
    expect(editor.getDoc()).toBe('# x = y\nz = 2\n');
  });
});

describe('a failed line', () => {
  const failedLines = () =>
    [...editor.view.dom.querySelectorAll('.cm-failureLine')].map((line) => line.textContent);
  const message = () => editor.view.dom.querySelector('.cm-failureMessage')?.textContent;

  it('is marked with its message until it is taken away', () => {
    editor.markLine(2, 'ValueError: no');
    expect(failedLines()).toEqual(['z = 2']);
    expect(message()).toBe('ValueError: no');
    editor.markLine(null);
    expect(failedLines()).toEqual([]);
    expect(message()).toBeUndefined();
  });

  it('looks another way where the run only stands', () => {
    const marks = (look: string) => editor.view.dom.querySelectorAll(`.${look}`).length;
    editor.markLine(2, 'The run stands here', 'waiting');
    expect([marks('cm-waiting'), marks('cm-failed')]).toEqual([2, 0]);
    editor.markLine(2, 'The run stands here');
    expect([marks('cm-waiting'), marks('cm-failed')]).toEqual([0, 2]);
  });

  it('keeps its mark while other lines change and loses it when it is edited', () => {
    editor.markLine(2, 'ValueError: no');
    editor.view.dispatch({ changes: { from: 0, insert: '# new\n' } });
    expect(failedLines()).toEqual(['z = 2']);
    const { from } = editor.view.state.doc.line(3);
    editor.view.dispatch({ changes: { from: from + 1, insert: '2' } });
    expect(failedLines()).toEqual([]);
  });

  it('that is not in the text is not marked', () => {
    editor.markLine(99, 'ValueError: no');
    expect(failedLines()).toEqual([]);
  });
});

describe('going to a place', () => {
  it('puts the cursor there', () => {
    editor.goTo(2, 4);
    expect(editor.view.state.selection.main.head).toBe('x = y\nz = '.length);
  });
});

describe('lint', () => {
  it('underlines what it finds and marks the gutter', async () => {
    const lint = new FakeLint();
    editor.setLint(lint);
    await vi.waitFor(() => {
      expect(lint.asked).toHaveLength(1);
    });
    expect(lint.asked[0]?.source).toBe(doc);
    lint.asked[0]?.answer([problem]);
    await vi.waitFor(() => {
      expect(editor.view.dom.querySelector('.cm-lintRange-error')?.textContent).toBe('y');
    });
    expect(editor.view.dom.querySelector('.cm-lint-marker-error')).not.toBeNull();
  });

  it('drops the answer to a text that is no longer on the screen', async () => {
    const lint = new FakeLint();
    editor.setLint(lint);
    await vi.waitFor(() => {
      expect(lint.asked).toHaveLength(1);
    });
    editor.setDoc('x = 1\n');
    lint.asked[0]?.answer([problem]);
    await vi.waitFor(() => {
      expect(lint.asked).toHaveLength(2);
    });
    expect(diagnosticCount(editor.view.state)).toBe(0);
    lint.asked[1]?.answer([problem]);
    await vi.waitFor(() => {
      expect(diagnosticCount(editor.view.state)).toBe(1);
    });
  });

  it('goes to the next problem with F8 and to the one before with Shift-F8, and says it', async () => {
    const lint = new FakeLint();
    editor.setLint(lint);
    await vi.waitFor(() => {
      expect(lint.asked).toHaveLength(1);
    });
    lint.asked[0]?.answer([
      problem,
      { ...problem, line: 2, column: 0, endLine: 2, endColumn: 1, message: 'Second.' },
    ]);
    await vi.waitFor(() => {
      expect(diagnosticCount(editor.view.state)).toBe(2);
    });
    const selected = () =>
      editor.view.state.sliceDoc(editor.view.state.selection.main.from, editor.view.state.selection.main.to);
    press('F8');
    expect(selected()).toBe('y');
    expect(editor.view.dom.querySelector('.cm-announced')?.textContent).toContain('Undefined name y.');
    press('F8');
    expect(selected()).toBe('z');
    press('F8', { shiftKey: true });
    expect(selected()).toBe('y');
  });

  it('shows names as code in its message', async () => {
    const lint = new FakeLint();
    editor.setLint(lint);
    await vi.waitFor(() => {
      expect(lint.asked).toHaveLength(1);
    });
    lint.asked[0]?.answer([{ ...problem, message: 'The name `y` is not defined.' }]);
    await vi.waitFor(() => {
      expect(diagnosticCount(editor.view.state)).toBe(1);
    });
    press('F8');
    const shown = () => editor.view.dom.querySelector('.cm-diagnostic');
    await vi.waitFor(() => {
      expect(shown()?.textContent).toContain('The name y is not defined.');
    });
    expect(shown()?.querySelector('code')?.textContent).toBe('y');
  });

  it('takes its squiggles away when it is taken away', async () => {
    const lint = new FakeLint();
    editor.setLint(lint);
    await vi.waitFor(() => {
      expect(lint.asked).toHaveLength(1);
    });
    lint.asked[0]?.answer([problem]);
    await vi.waitFor(() => {
      expect(diagnosticCount(editor.view.state)).toBe(1);
    });
    editor.setLint(null);
    expect(diagnosticCount(editor.view.state)).toBe(0);
  });
});

describe('linting again', () => {
  it('asks for the same text once more', async () => {
    const lint = new FakeLint();
    editor.setLint(lint);
    await vi.waitFor(() => {
      expect(lint.asked).toHaveLength(1);
    });
    lint.asked[0]?.answer([]);
    editor.lintAgain();
    await vi.waitFor(() => {
      expect(lint.asked).toHaveLength(2);
    });
    expect(lint.asked[1]?.source).toBe(doc);
  });
});

describe('a screen reader', () => {
  it('hears a name, and a key can reach the editor', () => {
    const { contentDOM } = editor.view;
    expect(contentDOM.getAttribute('aria-label')).toBe('Code');
    expect(contentDOM.getAttribute('tabindex')).toBe('0');
  });
});
