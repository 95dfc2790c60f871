import { defaultKeymap } from '@codemirror/commands';
import { pythonLanguage } from '@codemirror/lang-python';
import { goToNextChunk, goToPreviousChunk, MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { KEYS } from '../page/keys';
import { comparisonTheme } from './comparison_theme';
import { theme } from './theme';

export interface Side {
  readonly name: string;
  readonly text: string;
}

/** Lines around a difference that stay in sight; longer stretches that are the same are folded. */
const COLLAPSE = { margin: 3, minSize: 6 };

function shown(label: string): Extension {
  return [
    lineNumbers(),
    EditorView.lineWrapping,
    pythonLanguage,
    theme,
    comparisonTheme,
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label }),
    keymap.of([
      { key: KEYS.nextProblem.key, run: goToNextChunk, shift: goToPreviousChunk },
      ...defaultKeymap,
    ]),
  ];
}

/** Two programs in `parent`, to be read: side by side, or where that is too narrow one in the other. */
export function showComparison(
  parent: HTMLElement,
  before: Side,
  after: Side,
  narrow: boolean,
): { destroy(): void } {
  if (narrow) {
    const unified = unifiedMergeView({
      original: before.text,
      mergeControls: false,
      collapseUnchanged: COLLAPSE,
      syntaxHighlightDeletions: true,
    });
    const label = `${after.name}, with what it has otherwise than: ${before.name}`;
    return new EditorView({ parent, doc: after.text, extensions: [shown(label), unified] });
  }
  return new MergeView({
    parent,
    a: { doc: before.text, extensions: shown(before.name) },
    b: { doc: after.text, extensions: shown(after.name) },
    collapseUnchanged: COLLAPSE,
    gutter: true,
  });
}
