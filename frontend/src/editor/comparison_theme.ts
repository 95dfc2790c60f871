import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const passed = 'var(--passed, #065f46)';
const failed = 'var(--failed, #be123c)';

function tint(color: string, percent: number): string {
  return `color-mix(in srgb, ${color} ${percent}%, transparent)`;
}

function sign(character: string, color: string): Record<string, string> {
  return { content: `"${character}"`, color, fontFamily: 'var(--mono, monospace)' };
}

const none = { background: 'none' };
// On the stronger tint the colours of the syntax would be too faint to read.
const plain = { color: 'var(--text, CanvasText)' };

/** What was removed and what was added: a tint, the changed words in a stronger one, and a sign in the gutter. */
export const comparisonTheme: Extension = EditorView.theme({
  '&': { height: 'auto' },
  '.cm-gutter.cm-changeGutter': { width: '1.4ch', paddingLeft: '0', textAlign: 'center' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: tint(failed, 12) },
  '&.cm-merge-b .cm-changedLine': {
    backgroundColor: tint(passed, 12),
  },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    ...none,
    backgroundColor: tint(failed, 30),
  },
  '&.cm-merge-b .cm-changedText': {
    ...none,
    backgroundColor: tint(passed, 30),
  },
  '.cm-changedText, .cm-changedText *, .cm-deletedChunk .cm-deletedText, .cm-deletedChunk .cm-deletedText *':
    plain,
  '&.cm-merge-a .cm-changeGutter .cm-changedLineGutter, &.cm-merge-b .cm-changeGutter .cm-changedLineGutter':
    none,
  '&.cm-merge-b .cm-changeGutter .cm-deletedLineGutter': none,
  '&.cm-merge-a .cm-changedLineGutter::before, .cm-deletedLineGutter::before': sign('−', failed),
  '&.cm-merge-b .cm-changedLineGutter::before': sign('+', passed),
  '.cm-collapsedLines': {
    padding: '4px 16px',
    background: 'var(--sunken, Canvas)',
    color: 'var(--text-dim, GrayText)',
    fontFamily: 'var(--sans, sans-serif)',
  },
  '.cm-collapsedLines::before': { content: '"⋯"' },
  '.cm-collapsedLines::after': { content: '"⋯"' },
});
