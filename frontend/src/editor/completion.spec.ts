// @vitest-environment happy-dom
import { completionStatus, currentCompletions } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { FakeCompleter } from './completer.fixture';
import { askedAt, describedNode } from './completion';
import { createEditor, type EditorHandle } from './editor';

const LISTED = {
  prefix: 3,
  names: [
    { name: 'report', kind: 'function' },
    { name: 'ReportedCheckpoint', kind: 'class' },
  ],
};

let completer: FakeCompleter;
let editor: EditorHandle;

beforeEach(() => {
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
});

/** Put a text in with the cursor at its end, the last character typed. */
function types(text: string): void {
  editor.setDoc(text.slice(0, -1));
  const end = editor.view.state.doc.length;
  editor.view.dispatch({
    changes: { from: end, insert: text.slice(-1) },
    selection: { anchor: end + 1 },
    userEvent: 'input.type',
  });
}

function asksByKey(): void {
  const event = new KeyboardEvent('keydown', { key: ' ', ctrlKey: true, bubbles: true, cancelable: true });
  editor.view.contentDOM.dispatchEvent(event);
}

test('a place is told as Python counts: lines from 1, columns in code points', () => {
  const state = EditorState.create({ doc: 'x = 1\n"🚀"; tr' });
  expect(askedAt(state, 13)).toEqual({ source: 'x = 1\n"🚀"; tr', line: 2, column: 6 });
});

test('what is typed is completed from the name’s beginning', async () => {
  completer.answers.complete = LISTED;
  completer.answers.describe = { signature: 'report(metrics)', text: '', rule: '', page: '' };
  types('train.rep');
  await vi.waitFor(() => {
    expect(currentCompletions(editor.view.state).map(({ label, type }) => [label, type])).toEqual([
      ['report', 'function'],
      ['ReportedCheckpoint', 'class'],
    ]);
  });
  expect(completer.wanted).toContain('typing');
  expect(completer.asked[0]).toEqual({
    kind: 'complete',
    asked: { source: 'train.rep', line: 1, column: 9 },
  });
});

describe('while one types', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['a name', 'rep', 1],
    ['a point after a name', 'train.', 1],
    ['a number', 'x = 12', 0],
    ['a number with a point', 'x = 1.', 0],
    ['a text', 'x = "train.rep', 0],
    ['a comment', '# train.rep', 0],
    ['a space', 'x = ', 0],
  ])('%s: %s is asked about so often: %i', async (_, text, times) => {
    types(text);
    await vi.advanceTimersByTimeAsync(1000);
    expect(completer.asked).toHaveLength(times);
  });
});

test('the key asks where typing does not, and says that somebody wants it', async () => {
  completer.answers.complete = { ...LISTED, prefix: 0 };
  types('x = ');
  asksByKey();
  await vi.waitFor(() => {
    expect(completionStatus(editor.view.state)).toBe('active');
  });
  expect(completer.wanted).toContain('key');
});

test('an answer to a text that has changed since is dropped', async () => {
  types('train.rep');
  await vi.waitFor(() => {
    expect(completer.waiting).toHaveLength(1);
  });
  editor.setDoc('');
  completer.waiting[0]?.(LISTED);
  await Promise.resolve();
  expect(currentCompletions(editor.view.state)).toEqual([]);
});

test('completion that has not loaded lists nothing', async () => {
  types('train.rep');
  await vi.waitFor(() => {
    expect(completer.waiting).toHaveLength(1);
  });
  completer.waiting[0]?.(null);
  await vi.waitFor(() => {
    expect(completionStatus(editor.view.state)).toBeNull();
  });
});

describe('what is said of a name', () => {
  it('is its signature, our sentence and the page of the rule', () => {
    const node = describedNode({
      signature: 'report(metrics)',
      text: 'Every rank must call it.',
      rule: 'RTL102',
      page: 'rules/RTL102.html',
    });
    expect(node.querySelector('code')?.textContent).toBe('report(metrics)');
    expect(node.querySelector('p')?.textContent).toBe('Every rank must call it.');
    const link = node.querySelector('a');
    expect(link?.textContent).toBe('More in RTL102');
    expect(link?.getAttribute('href')).toContain('rules/RTL102.html');
  });

  it('is the signature alone where nothing else is known, and text is text', () => {
    const node = describedNode({ signature: 'f(x: list[<T>])', text: '', rule: '', page: '' });
    expect(node.children).toHaveLength(1);
    expect(node.textContent).toBe('f(x: list[<T>])');
  });
});
