// @vitest-environment happy-dom
import { diagnosticCount } from '@codemirror/lint';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Problem } from '../lint/client';
import { createEditor, type EditorHandle } from './editor';
import { FakeLint } from './lint.fixture';

const PROBLEM: Problem = {
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
  fix: {
    title: 'Write 1',
    edits: [{ line: 1, column: 4, endLine: 1, endColumn: 5, text: '1' }],
  },
};
const DOC = 'x = y\nz = 2\n';

const onChange = vi.fn<(doc: string) => void>();
const onKey = vi.fn<(event: KeyboardEvent) => void>();
let lint: FakeLint;
let editor: EditorHandle;

function field(): HTMLTextAreaElement {
  const found = document.querySelector<HTMLTextAreaElement>('textarea.plain');
  if (!found) throw new Error('There is no plain field.');
  return found;
}

function type(text: string): void {
  field().value = text;
  field().dispatchEvent(new Event('input'));
}

function press(key: string, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  field().dispatchEvent(event);
  return event;
}

beforeEach(() => {
  vi.resetAllMocks();
  lint = new FakeLint();
  editor = createEditor(document.body, {
    doc: DOC,
    onChange,
    onKey,
    lint,
    label: 'Program a.py',
    plain: true,
  });
});

afterEach(() => {
  editor.destroy();
});

async function linted(): Promise<void> {
  await vi.waitFor(() => {
    expect(lint.asked).toHaveLength(1);
  });
  lint.asked[0]?.answer([PROBLEM]);
  await vi.waitFor(() => {
    expect(diagnosticCount(editor.view.state)).toBe(1);
  });
}

test('it has the text and a name, and what is typed is told', () => {
  expect(field().value).toBe(DOC);
  expect(field().getAttribute('aria-label')).toBe('Program a.py');
  type('x = 1\nz = 2\n');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('x = 1\nz = 2\n');
  expect(editor.getDoc()).toBe('x = 1\nz = 2\n');
});

test('what replaces the text is in it, and one undo brings the old one back', () => {
  editor.setDoc('print(1)\n');
  expect(field().value).toBe('print(1)\n');
  expect(press('z', { ctrlKey: true }).defaultPrevented).toBe(true);
  expect(field().value).toBe(DOC);
});

test('F8 selects the next problem and says it, and Alt+Enter mends it', async () => {
  await linted();
  press('F8');
  expect(field().value.slice(field().selectionStart, field().selectionEnd)).toBe('y');
  expect(document.querySelector('[aria-live].unseen')?.textContent).toContain('Undefined name y.');
  press('Enter', { altKey: true });
  expect(field().value).toBe('x = 1\nz = 2\n');
});

test('Tab is left to the browser, which leaves the field', () => {
  expect(press('Tab').defaultPrevented).toBe(false);
});

test('the keys of the page are the page’s', () => {
  press('Enter', { ctrlKey: true });
  expect(onKey).toHaveBeenCalledOnce();
});

test('going to a place puts the cursor there', () => {
  editor.goTo(2, 4);
  expect(field().selectionStart).toBe('x = y\nz = '.length);
});

test('the editor comes back with the text and the cursor of the field', () => {
  type('x = 1\n');
  field().setSelectionRange(3, 3);
  editor.setPlain(false);
  expect(document.querySelector('textarea.plain')).toBeNull();
  expect(editor.getDoc()).toBe('x = 1\n');
  expect(editor.view.state.selection.main.head).toBe(3);
});
