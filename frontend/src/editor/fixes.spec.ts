// @vitest-environment happy-dom
import { undo } from '@codemirror/commands';
import { diagnosticCount } from '@codemirror/lint';
import { Text } from '@codemirror/state';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { Problem } from '../lint/client';
import { createEditor, type EditorHandle } from './editor';
import { changesOf } from './fixes';
import { FakeLint } from './lint.fixture';

const fixable: Problem = {
  name: 'tensor-reported',
  severity: 'error',
  todo: '',
  source: 'trainlint',
  code: 'RTL105',
  page: 'rules/RTL105.html',
  message: 'A tensor is reported.',
  line: 1,
  column: 4,
  endLine: 1,
  endColumn: 5,
  fix: {
    title: 'Report the number',
    edits: [
      { line: 1, column: 4, endLine: 1, endColumn: 5, text: '1' },
      { line: 2, column: 5, endLine: 2, endColumn: 5, text: '0' },
    ],
  },
};

const doc = 'x = y\nz = 2\n';
let editor: EditorHandle;

function press(key: string, modifiers: KeyboardEventInit = {}): void {
  const init = { key, bubbles: true, cancelable: true, ...modifiers };
  editor.view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', init));
}

beforeEach(() => {
  const nothing = () => undefined;
  const options = { doc, onChange: nothing, onKey: nothing, lint: null, label: 'Code' };
  editor = createEditor(document.body, options);
});

afterEach(() => {
  editor.destroy();
});

test('a fix counts characters as Python does, also beyond the basic plane', () => {
  const doc = Text.of(['name = "🚀"; x = y']);
  const edits = [{ line: 1, column: 16, endLine: 1, endColumn: 17, text: '1' }];
  const [change] = changesOf(doc, { title: 'Write 1', edits });
  expect(doc.sliceString(change?.from ?? 0, change?.to)).toBe('y');
});

test('an edit of nothing inserts', () => {
  const edits = [{ line: 1, column: 5, endLine: 1, endColumn: 5, text: '0' }];
  expect(changesOf(Text.of(['x = 1']), { title: 'Add 0', edits })).toEqual([{ from: 5, to: 5, insert: '0' }]);
});

describe('a quick fix', () => {
  async function showsFixable(): Promise<void> {
    const lint = new FakeLint();
    editor.setLint(lint);
    await vi.waitFor(() => {
      expect(lint.asked).toHaveLength(1);
    });
    lint.asked[0]?.answer([fixable]);
    await vi.waitFor(() => {
      expect(diagnosticCount(editor.view.state)).toBe(1);
    });
  }

  const said = () => editor.view.dom.querySelector('.cm-announced')?.textContent;

  it('is made with a key on its line, all edits at once, and taken back with one undo', async () => {
    await showsFixable();
    press('Enter', { altKey: true });
    expect(editor.getDoc()).toBe('x = 1\nz = 20\n');
    expect(said()).toContain('Report the number');
    undo(editor.view);
    expect(editor.getDoc()).toBe(doc);
  });

  it('is a button beside the message, with a link to the page of the rule', async () => {
    await showsFixable();
    press('F8');
    expect(said()).toContain('A tensor is reported. Alt+Enter: Report the number.');
    const tooltip = () => editor.view.dom.querySelector('.cm-diagnostic');
    await vi.waitFor(() => {
      expect(tooltip()).not.toBeNull();
    });
    const link = tooltip()?.querySelector('a');
    expect([link?.getAttribute('target'), link?.textContent]).toEqual(['_blank', 'RTL105 tensor-reported']);
    expect(link?.href).toContain('/rules/RTL105.html');
    const button = tooltip()?.querySelector('button');
    expect(button?.textContent).toBe('Report the number');
    button?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
    button?.click();
    expect(editor.getDoc()).toBe('x = 1\nz = 20\n');
  });

  it('is not made on another line, and the key does nothing else', async () => {
    await showsFixable();
    editor.goTo(2);
    press('Enter', { altKey: true });
    expect(editor.getDoc()).toBe(doc);
    expect(said()).toContain('no quick fix');
  });

  it('of a text that has changed since is not made', async () => {
    await showsFixable();
    editor.view.dispatch({ changes: { from: 0, insert: '# new\n' } });
    if (fixable.fix === null) throw new Error('No fix.');
    expect(editor.fix(fixable.fix, doc)).toBe(false);
    expect(editor.getDoc()).toBe(`# new\n${doc}`);
  });
});
