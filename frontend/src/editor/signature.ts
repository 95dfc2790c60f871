import { syntaxTree } from '@codemirror/language';
import { Prec, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, showTooltip, ViewPlugin, type Tooltip, type ViewUpdate } from '@codemirror/view';
import type { Completer } from '../completion/client';
import type { Call } from '../completion/messages';
import { KEYS } from '../page/keys';
import { askedAt, saidNodes } from './completion';

/** Quiet time after a key before the call is looked up, in ms: completion comes first. */
const DELAY = 150;

interface Shown {
  readonly call: Call;
  /** Where the call's parenthesis stands. */
  readonly at: number;
}

const show = StateEffect.define<Shown | null>();

const field = StateField.define<Shown | null>({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(show)) return effect.value;
    return shown && { ...shown, at: transaction.changes.mapPos(shown.at) };
  },
  provide: (shown) =>
    showTooltip.from(
      shown,
      (value): Tooltip | null =>
        value && { pos: value.at, above: true, create: () => ({ dom: node(value.call) }) },
    ),
});

function node(call: Call): HTMLElement {
  const element = document.createElement('div');
  element.className = 'cm-signature cm-described';
  const code = document.createElement('code');
  code.append(`${call.name}(`);
  call.parameters.forEach((parameter, index) => {
    const part = document.createElement(index === call.index ? 'strong' : 'span');
    part.append(parameter);
    code.append(...(index > 0 ? [', '] : []), part);
  });
  code.append(')');
  element.append(code, ...saidNodes(call));
  return element;
}

/** Where the arguments begin that the cursor stands in; null outside of a call. */
function argumentsAt(state: EditorState): number | null {
  const { head } = state.selection.main;
  for (let at = syntaxTree(state).resolveInner(head, -1); at.parent; at = at.parent) {
    if (
      at.name === 'ArgList' &&
      at.from < head &&
      (head < at.to || !state.sliceDoc(at.from, at.to).endsWith(')'))
    ) {
      return at.from;
    }
  }
  return null;
}

async function ask(completer: Completer, view: EditorView): Promise<void> {
  const { state } = view;
  const at = argumentsAt(state);
  const call =
    at === null ? null : await completer.ask('signature', askedAt(state, state.selection.main.head));
  if (view.state.doc !== state.doc || !view.state.selection.eq(state.selection)) return;
  view.dispatch({ effects: show.of(call && at !== null ? { call, at } : null) });
}

/** What the call takes that is being written; Escape closes it until the next parenthesis. */
export function signatureHelp(completer: Completer): Extension {
  const plugin = ViewPlugin.define((view) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    return {
      update(update: ViewUpdate) {
        if (!update.docChanged && !update.selectionSet) return;
        const open = update.state.field(field) !== null;
        if (!open && !opens(update)) return;
        clearTimeout(timer);
        timer = setTimeout(() => void ask(completer, view), DELAY);
      },
      destroy() {
        clearTimeout(timer);
      },
    };
  });
  const keys = keymap.of([
    { key: KEYS.signature.key, run: (view) => (completer.want('key'), void ask(completer, view), true) },
    {
      key: KEYS.close.key,
      run: (view) => {
        if (view.state.field(field) === null) return false;
        view.dispatch({ effects: show.of(null) });
        return true;
      },
    },
  ]);
  // Below completion's own Escape, which closes the list first.
  return [field, plugin, Prec.low(keys)];
}

/** A parenthesis or a comma was just typed. */
function opens({ docChanged, transactions, state }: ViewUpdate): boolean {
  if (!docChanged || !transactions.some((transaction) => transaction.isUserEvent('input'))) return false;
  const { head } = state.selection.main;
  return /[(,]\s*$/.test(state.sliceDoc(Math.max(0, head - 2), head));
}
