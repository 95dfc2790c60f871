import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

/** Red where the run failed, amber where it only stands: it may go on. */
export type MarkLook = 'failed' | 'waiting';

interface Failure {
  /** Where the line begins. */
  position: number;
  message: string;
  look: MarkLook;
}

const setFailure = StateEffect.define<Failure | null>();

const LOOKS: Readonly<Record<MarkLook, string>> = { failed: 'cm-failed', waiting: 'cm-waiting' };

class FailureMessage extends WidgetType {
  constructor(
    private readonly message: string,
    private readonly look: MarkLook,
  ) {
    super();
  }

  override eq(other: FailureMessage): boolean {
    return other.message === this.message && other.look === this.look;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('div');
    element.className = `cm-failureMessage ${LOOKS[this.look]}`;
    element.append(this.message);
    return element;
  }
}

function decorations(state: EditorState): DecorationSet {
  const failure = state.field(failureField);
  if (failure === null) return Decoration.none;
  const line = state.doc.lineAt(failure.position);
  const marks = [Decoration.line({ class: `cm-failureLine ${LOOKS[failure.look]}` }).range(line.from)];
  if (failure.message !== '') {
    const widget = new FailureMessage(failure.message, failure.look);
    marks.push(Decoration.widget({ widget, block: true, side: 1 }).range(line.to));
  }
  return Decoration.set(marks);
}

const failureField = StateField.define<Failure | null>({
  create: () => null,
  update(failure, transaction) {
    for (const effect of transaction.effects) if (effect.is(setFailure)) return effect.value;
    if (failure === null || !transaction.docChanged) return failure;
    const line = transaction.startState.doc.lineAt(failure.position);
    if (transaction.changes.touchesRange(line.from, line.to) !== false) return null;
    return { ...failure, position: transaction.changes.mapPos(failure.position, 1) };
  },
  provide: (field) => EditorView.decorations.compute([field], decorations),
});

/** Shows where a run failed or stands: the line, and the message under it. Goes away when that line is edited. */
export const failureMark: Extension = failureField;

/** Mark `line` (from 1) with `message`, or with null take the mark away. A line that does not exist is not marked. */
export function markFailure(
  view: EditorView,
  line: number | null,
  message: string,
  look: MarkLook = 'failed',
): void {
  const { doc } = view.state;
  if (line === null || line < 1 || line > doc.lines) {
    view.dispatch({ effects: setFailure.of(null) });
    return;
  }
  const announcement = EditorView.announce.of(`Line ${line}: ${message}`);
  view.dispatch({ effects: [setFailure.of({ position: doc.line(line).from, message, look }), announcement] });
}
