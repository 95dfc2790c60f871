import { redo, undo } from '@codemirror/commands';
import { EditorView, runScopeHandlers, type ViewUpdate } from '@codemirror/view';
import { isKey, KEYS, type EditorKeyId, type KeyId } from '../page/keys';
import { replacement } from './changes';

/** The keys of the editor that a plain field has too; for finding, it has the browser's own. */
const TAKEN = (Object.keys(KEYS) as KeyId[]).filter(
  (id): id is EditorKeyId => KEYS[id].where === 'editor' && !('alone' in KEYS[id]),
);

/**
 * A plain text field in the place of the editor, for screen readers.
 *
 * The editor stays behind it, out of sight, and has the text, Undo and the problems; so all that changes the text or
 * goes to a place of it works in either.
 */
export class PlainField {
  private readonly field = document.createElement('textarea');
  private readonly live = document.createElement('div');

  constructor(
    private readonly view: EditorView,
    label: string,
    private readonly onKey: (event: KeyboardEvent) => void,
  ) {
    const { field, live } = this;
    field.className = 'plain';
    field.spellcheck = false;
    field.wrap = 'off';
    for (const name of ['autocomplete', 'autocapitalize', 'autocorrect']) field.setAttribute(name, 'off');
    field.setAttribute('aria-label', label);
    live.className = 'unseen';
    live.setAttribute('aria-live', 'polite');
    field.value = view.state.doc.toString();
    field.addEventListener('input', this.typed);
    field.addEventListener('beforeinput', this.before);
    field.addEventListener('keydown', this.pressed);
    view.dom.style.setProperty('display', 'none', 'important');
    view.dom.after(field, live);
    // Whoever gives the editor the focus means what is in its place.
    view.focus = () => {
      field.focus();
    };
    this.select();
  }

  /** The editor's text or cursor is another, or it has something to say. */
  update(update: ViewUpdate): void {
    const text = update.state.doc.toString();
    const other = this.field.value !== text;
    if (other) this.field.value = text;
    if (other || update.selectionSet) this.select();
    for (const { effects } of update.transactions) {
      for (const effect of effects) if (effect.is(EditorView.announce)) this.live.textContent = effect.value;
    }
  }

  /** Scroll to the cursor's line, as a field does not do by itself. */
  reveal(): void {
    const { doc, selection } = this.view.state;
    const share = (doc.lineAt(selection.main.head).number - 1) / doc.lines;
    this.field.scrollTop = share * this.field.scrollHeight - this.field.clientHeight / 2;
  }

  destroy(): void {
    this.takeSelection();
    this.field.remove();
    this.live.remove();
    Reflect.deleteProperty(this.view, 'focus');
    this.view.dom.style.removeProperty('display');
    this.view.requestMeasure();
  }

  private select(): void {
    const { from, to } = this.view.state.selection.main;
    if (this.field.selectionStart === from && this.field.selectionEnd === to) return;
    this.field.setSelectionRange(from, to);
  }

  private takeSelection(): void {
    const { selectionStart: anchor, selectionEnd: head } = this.field;
    this.view.dispatch({ selection: { anchor, head } });
  }

  private readonly typed = (): void => {
    const changes = replacement(this.view.state.doc.toString(), this.field.value);
    if (changes === null) return;
    const anchor = this.field.selectionStart;
    this.view.dispatch({ changes, selection: { anchor }, userEvent: 'input.type' });
  };

  private readonly before = (event: InputEvent): void => {
    if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
    event.preventDefault();
    (event.inputType === 'historyUndo' ? undo : redo)(this.view);
  };

  private readonly pressed = (event: KeyboardEvent): void => {
    this.onKey(event);
    if (event.defaultPrevented || !TAKEN.some((id) => isKey(event, id))) return;
    this.takeSelection();
    if (runScopeHandlers(this.view, event, 'editor')) event.preventDefault();
    this.reveal();
  };
}
