import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import type { Completer } from '../completion/client';
import { KEYS } from '../page/keys';
import { askedAt, describedNode } from './completion';

const show = StateEffect.define<Tooltip | null>();

/** What was asked for with the key; gone with the next move. */
const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, transaction) {
    for (const effect of transaction.effects) if (effect.is(show)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

async function tooltipAt(completer: Completer, view: EditorView, pos: number): Promise<Tooltip | null> {
  const { doc } = view.state;
  const word = view.state.wordAt(pos);
  if (!word) return null;
  const described = await completer.ask('hover', askedAt(view.state, pos));
  if (!described || described.signature === '' || view.state.doc !== doc) return null;
  return {
    pos: word.from,
    end: word.to,
    above: true,
    create: () => ({ dom: describedNode(described) }),
  };
}

/** What a name is, under the pointer or with a key; with the key it is said to a screen reader too. */
export function hoverInfo(completer: Completer): Extension {
  return [
    shown,
    hoverTooltip((view, pos) => tooltipAt(completer, view, pos)),
    keymap.of([
      {
        key: KEYS.describe.key,
        run: (view) => {
          completer.want('key');
          void tooltipAt(completer, view, view.state.selection.main.head).then((tooltip) => {
            const said = tooltip?.create(view).dom.innerText ?? 'Nothing is known of this name.';
            view.dispatch({ effects: [show.of(tooltip), EditorView.announce.of(said)] });
          });
          return true;
        },
      },
      {
        key: KEYS.close.key,
        run: (view) => {
          if (view.state.field(shown) === null) return false;
          view.dispatch({ effects: show.of(null) });
          return true;
        },
      },
    ]),
  ];
}
