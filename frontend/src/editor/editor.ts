import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import {
  defaultKeymap,
  history,
  historyField,
  historyKeymap,
  indentWithTab,
  isolateHistory,
} from '@codemirror/commands';
import { pythonLanguage } from '@codemirror/lang-python';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Prec, Text, type Extension, type StateEffect } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Completer } from '../completion/client';
import type { Fix, LintClient } from '../lint/client';
import { replacement } from './changes';
import { completion } from './completion';
import { failureMark, markFailure, type MarkLook } from './failure';
import { applyFix, fixKeys } from './fixes';
import { lineChanges } from './layout';
import { PlainField } from './plain';
import { offsetOf } from './positions';
import { lintAgain, problemGutter, problemKeys, squiggles } from './squiggles';
import { theme } from './theme';

/** A text with its cursor and all that Undo can bring back, until the editor is made again. */
export type Kept = Readonly<{ state: unknown; scroll: StateEffect<unknown> }>;

export interface EditorOptions {
  doc: string;
  /** What `keep` gave when this text was left; where `doc` is another text by now, that is one more step of Undo. */
  kept?: Kept | undefined;
  /** Called after every change of the text, also after `setDoc`. */
  onChange(doc: string): void;
  /** Called before the editor looks at a key; it has taken those whose default it prevents. */
  onKey: (event: KeyboardEvent) => void;
  /** Null until the linter is wanted; see `setLint`. */
  lint: LintClient | null;
  /** Names, calls and what they are; left out where nothing is completed. */
  completer?: Completer;
  /** What a screen reader calls the editor. */
  label: string;
  /** Begin with a plain text field in its place; see `setPlain`. */
  plain?: boolean;
}

export interface EditorHandle {
  readonly view: EditorView;
  getDoc(): string;
  /** Replace the text; Undo brings the old one back. Does nothing where the text is the same. */
  setDoc(text: string): void;
  /** The same for a text that says the same otherwise: the cursor stays on its line. */
  layOut(text: string): void;
  setLint(client: LintClient | null): void;
  /** Lint once more: the text is the same, and what it is linted for is not. */
  lintAgain(): void;
  /** Make a fix that was found in the text `linted`. False where the text has changed since. */
  fix(fix: Fix, linted: string): boolean;
  focus(): void;
  /** Put the cursor at a line (from 1) and column (from 0, in code points), scroll there and take the focus. */
  goTo(line: number, column?: number): void;
  /** Show that a run failed or stands at `line` (from 1), its message under the line; null takes the mark away. */
  markLine(line: number | null, message?: string, look?: MarkLook): void;
  /** A plain text field in its place, with the same text, Undo, problems and keys; or the editor again. */
  setPlain(plain: boolean): void;
  keep(): Kept;
  destroy(): void;
}

const editing: Extension = [
  lineNumbers(),
  problemGutter,
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  drawSelection(),
  history(),
  pythonLanguage,
  indentUnit.of('    '),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  search(),
  highlightSelectionMatches(),
  failureMark,
  theme,
];

const HISTORY = { history: historyField };

function stateOf({ doc, kept }: EditorOptions, extensions: Extension): EditorState {
  if (kept) return EditorState.fromJSON(kept.state, { extensions }, HISTORY);
  return EditorState.create({ doc, extensions });
}

function takenBy(onKey: (event: KeyboardEvent) => void, event: KeyboardEvent): boolean {
  onKey(event);
  return event.defaultPrevented;
}

/**
 * A Python editor in `parent`, which gives it its height.
 *
 * Tab indents; Escape and then Tab leaves the editor, as CodeMirror has it for people who have no pointer.
 */
export function createEditor(parent: HTMLElement, options: EditorOptions): EditorHandle {
  const lint = new Compartment();
  let plain: PlainField | null = null;
  const lintWith = (client: LintClient | null): Extension => (client === null ? [] : squiggles(client));
  const state = stateOf(options, [
    Prec.highest(EditorView.domEventHandlers({ keydown: (event) => takenBy(options.onKey, event) })),
    keymap.of([...problemKeys, ...fixKeys, ...closeBracketsKeymap, ...searchKeymap, ...historyKeymap]),
    keymap.of([indentWithTab, ...defaultKeymap]),
    editing,
    lint.of(lintWith(options.lint)),
    options.completer ? completion(options.completer) : [],
    EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': options.label, spellcheck: 'false' }),
    EditorView.updateListener.of((update) => {
      plain?.update(update);
      if (update.docChanged) options.onChange(update.state.doc.toString());
    }),
  ]);
  const view = new EditorView({ parent, state, ...(options.kept && { scrollTo: options.kept.scroll }) });
  function setDoc(text: string): void {
    const changes = replacement(view.state.doc.toString(), text);
    if (changes !== null) view.dispatch({ changes, annotations: isolateHistory.of('full') });
  }
  function setPlain(wanted: boolean): void {
    if (wanted === (plain !== null)) return;
    plain?.destroy();
    plain = wanted ? new PlainField(view, options.label, options.onKey) : null;
  }
  setDoc(options.doc);
  setPlain(options.plain ?? false);
  return {
    view,
    getDoc: () => view.state.doc.toString(),
    setDoc,
    layOut(text) {
      const changes = lineChanges(view.state.doc.toString(), text);
      if (changes.length > 0) view.dispatch({ changes, annotations: isolateHistory.of('full') });
    },
    setLint(client) {
      view.dispatch({ effects: lint.reconfigure(lintWith(client)) });
      if (client === null) view.dispatch(setDiagnostics(view.state, []));
    },
    lintAgain() {
      lintAgain(view);
    },
    fix: (fix, linted) => applyFix(view, fix, Text.of(linted.split('\n'))),
    focus() {
      view.focus();
    },
    setPlain,
    goTo(line, column = 0) {
      const offset = offsetOf(view.state.doc, line, column);
      const effects = EditorView.scrollIntoView(offset, { y: 'center' });
      view.dispatch({ selection: { anchor: offset }, effects });
      view.focus();
      plain?.reveal();
    },
    markLine(line, message = '', look = 'failed') {
      markFailure(view, line, message, look);
    },
    keep: () => ({ state: view.state.toJSON(HISTORY), scroll: view.scrollSnapshot() }),
    destroy() {
      setPlain(false);
      view.destroy();
    },
  };
}
