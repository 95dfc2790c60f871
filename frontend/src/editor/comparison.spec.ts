// @vitest-environment happy-dom
import { EditorView } from '@codemirror/view';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { showComparison } from './comparison';

const SAME = Array.from({ length: 20 }, (_, line) => `same_${line} = ${line}`).join('\n');
const BEFORE = { name: 'The starter', text: `first = 1\n${SAME}\nlast = 1\n` };
const AFTER = { name: 'Yours', text: `first = 2\n${SAME}\nlast = 2\n` };

let parent: HTMLElement;
let shown: { destroy(): void };

beforeEach(() => {
  parent = document.createElement('div');
  document.body.append(parent);
});

afterEach(() => {
  shown.destroy();
  parent.remove();
});

function programs(): EditorView[] {
  return [...parent.querySelectorAll<HTMLElement>('.cm-editor')].flatMap(
    (editor) => EditorView.findFromDOM(editor) ?? [],
  );
}

const text = (selector: string): string[] =>
  [...parent.querySelectorAll(selector)].map((element) => element.textContent);

function pressesF8(view: EditorView, shiftKey = false): number {
  const init = { key: 'F8', keyCode: 119, shiftKey, bubbles: true, cancelable: true };
  view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', init));
  return view.state.doc.lineAt(view.state.selection.main.head).number;
}

describe('side by side', () => {
  beforeEach(() => {
    shown = showComparison(parent, BEFORE, AFTER, false);
  });

  it('each program has its name, can be reached with Tab, and cannot be written in', () => {
    const [before, after] = programs();
    expect([before, after].map((view) => view?.contentDOM.getAttribute('aria-label'))).toEqual([
      'The starter',
      'Yours',
    ]);
    for (const view of programs()) {
      expect(view.contentDOM.tabIndex).toBe(0);
      expect(view.contentDOM.contentEditable).toBe('false');
      expect(view.state.readOnly).toBe(true);
    }
  });

  it('what is otherwise is marked on its side, and long stretches that are the same are folded', () => {
    expect(text('.cm-merge-a .cm-changedLine')).toEqual(['first = 1', 'last = 1']);
    expect(text('.cm-merge-b .cm-changedLine')).toEqual(['first = 2', 'last = 2']);
    expect(text('.cm-merge-b .cm-collapsedLines')).toEqual(['14 unchanged lines']);
  });

  it('F8 goes to the next difference, and with Shift to the one before', () => {
    const after = programs()[1];
    if (!after) throw new Error('There is no second program.');
    after.dispatch({ selection: { anchor: after.state.doc.line(3).from } });
    expect(pressesF8(after)).toBe(22);
    expect(pressesF8(after, true)).toBe(1);
  });
});

describe('where there is no room for two', () => {
  beforeEach(() => {
    shown = showComparison(parent, BEFORE, AFTER, true);
  });

  it('one program shows what was removed inside the other, and says so in its name', () => {
    expect(programs()).toHaveLength(1);
    expect(programs()[0]?.contentDOM.getAttribute('aria-label')).toBe(
      'Yours, with what it has otherwise than: The starter',
    );
    expect(text('.cm-deletedChunk')).toEqual(['first = 1', 'last = 1']);
    expect(text('.cm-changedLine')).toEqual(['first = 2', 'last = 2']);
  });

  it('nothing of it can be taken back', () => {
    expect(parent.querySelector('button')).toBeNull();
  });
});
