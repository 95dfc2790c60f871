import { isolateHistory } from '@codemirror/commands';
import { forEachDiagnostic, type Action } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import { EditorView, type Command, type KeyBinding } from '@codemirror/view';
import type { Fix } from '../lint/client';
import { offsetOf } from './positions';

interface Change {
  from: number;
  to: number;
  insert: string;
}

/** What `fix` changes in `doc`, the text that it was found in. */
export function changesOf(doc: Text, fix: Fix): Change[] {
  return fix.edits.map(({ line, column, endLine, endColumn, text }) => ({
    from: offsetOf(doc, line, column),
    to: offsetOf(doc, endLine, endColumn),
    insert: text,
  }));
}

/**
 * Make `fix`, which was found in `linted`, as one step of Undo, and go on in the editor. A text that has changed since
 * is left alone, and what to do is said to a screen reader: its places are no longer sure.
 */
export function applyFix(view: EditorView, fix: Fix, linted: Text): boolean {
  const { doc } = view.state;
  if (!doc.eq(linted)) {
    const said = 'Not done: the text has changed since. Wait for the linter and try again.';
    view.dispatch({ effects: EditorView.announce.of(said) });
    return false;
  }
  view.dispatch({
    changes: changesOf(doc, fix),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.fix',
    effects: EditorView.announce.of(`Done: ${fix.title}. Undo takes it back.`),
  });
  view.focus();
  return true;
}

/** The fix nearest to the cursor on its line, if there is one. */
function nearest(view: EditorView): { action: Action; from: number; to: number } | null {
  const { doc, selection } = view.state;
  const { head } = selection.main;
  const line = doc.lineAt(head);
  let best: { action: Action; from: number; to: number } | null = null;
  let least = Infinity;
  forEachDiagnostic(view.state, ({ actions }, from, to) => {
    const action = actions?.[0];
    if (action === undefined || to < line.from || from > line.to) return;
    const distance = Math.max(from - head, head - to, 0);
    if (distance >= least) return;
    best = { action, from, to };
    least = distance;
  });
  return best;
}

const quickFix: Command = (view) => {
  const found = nearest(view);
  if (found) found.action.apply(view, found.from, found.to);
  else view.dispatch({ effects: EditorView.announce.of('There is no quick fix on this line.') });
  return true;
};

export const fixKeys: KeyBinding[] = [{ key: 'Alt-Enter', run: quickFix }];
