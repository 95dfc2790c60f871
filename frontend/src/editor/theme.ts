import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

// Every colour is a custom property of the page, so a change of theme needs no new editor state. The fallbacks keep
// the editor readable where the page's tokens are not loaded.
const ground = 'var(--ground, Canvas)';
const raised = 'var(--raised, Canvas)';
const border = 'var(--border, GrayText)';
const text = 'var(--text, CanvasText)';
const dim = 'var(--text-dim, GrayText)';
const accent = 'var(--accent, #0369a1)';
const failed = 'var(--failed, #be123c)';
const waiting = 'var(--waiting, #b45309)';
const mono = 'var(--mono, monospace)';
const sans = 'var(--sans, sans-serif)';

function tint(color: string, percent: number): string {
  return `color-mix(in srgb, ${color} ${percent}%, transparent)`;
}

// Wavy underlines and characters take the place of CodeMirror's data: images, which a strict policy refuses.
function squiggle(color: string): Record<string, string> {
  return {
    backgroundImage: 'none',
    textDecoration: `underline wavy ${color} 1px`,
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  };
}

function gutterMark(character: string, color: string): Record<string, string> {
  return { content: `"${character}"`, color, fontSize: '0.8em', lineHeight: 'inherit' };
}

const frame = EditorView.theme({
  '&': { height: '100%', color: text, backgroundColor: ground, fontSize: 'var(--normal, 0.875rem)' },
  // Above the gutter, which would hide an outline.
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    border: `2px solid ${accent}`,
    pointerEvents: 'none',
    zIndex: '250',
  },
  '.cm-scroller': { fontFamily: mono, lineHeight: '1.5' },
  '.cm-content': { caretColor: text, padding: '8px 0' },
  '.cm-gutters': { backgroundColor: ground, color: dim, border: 'none' },
  '.cm-activeLine': { backgroundColor: tint(text, 5) },
  '.cm-activeLineGutter': { backgroundColor: tint(text, 5), color: text },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: text },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: tint(accent, 30),
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: tint(accent, 25), color: 'inherit' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: tint(failed, 25), color: 'inherit' },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: tint(waiting, 25) },
  '.cm-searchMatch-selected': { backgroundColor: tint(waiting, 50) },
  '.cm-panels': { backgroundColor: raised, color: text },
  '.cm-panels.cm-panels-bottom': { borderTop: `1px solid ${border}` },
  '.cm-panel.cm-search': { padding: '6px 36px 6px 16px', fontFamily: sans },
  '.cm-panel.cm-search input.cm-textfield, .cm-panel.cm-search button.cm-button': {
    minHeight: '28px',
    margin: '2px 4px 2px 0',
    padding: '2px 8px',
    background: ground,
    color: text,
    border: `1px solid ${border}`,
    borderRadius: 'var(--radius, 4px)',
    fontFamily: sans,
    fontSize: 'var(--small, 0.75rem)',
  },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '24px',
    margin: '0 8px 0 4px',
    fontSize: 'var(--small, 0.75rem)',
  },
  '.cm-panel.cm-search button[name=close]': {
    top: '8px',
    right: '8px',
    minWidth: '24px',
    minHeight: '24px',
    color: text,
    fontFamily: sans,
  },
});

const problems = EditorView.theme({
  '.cm-lintRange-error': squiggle(failed),
  '.cm-lintRange-warning': squiggle(waiting),
  '.cm-lintRange-info': squiggle(accent),
  '.cm-lintRange-active': { backgroundColor: tint(waiting, 20) },
  '.cm-gutter-lint': { width: '1.2em' },
  '.cm-gutter-lint .cm-lint-marker': { content: 'normal', width: '1em', height: 'auto' },
  '.cm-lint-marker-error::before': gutterMark('●', failed),
  '.cm-lint-marker-warning::before': gutterMark('▲', waiting),
  '.cm-lint-marker-info::before': gutterMark('■', accent),
  '.cm-tooltip': {
    backgroundColor: raised,
    color: text,
    border: `1px solid ${border}`,
    borderRadius: 'var(--radius, 4px)',
    maxWidth: 'min(70ch, 90vw)',
  },
  '.cm-described': { maxHeight: '240px', padding: '4px 8px', overflow: 'auto', fontFamily: sans },
  '.cm-described code': { display: 'block', fontFamily: mono, whiteSpace: 'pre-wrap' },
  '.cm-described p': { margin: '4px 0 0' },
  '.cm-described a': { color: accent },
  '.cm-signature strong': { color: accent },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: mono },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px', lineHeight: '20px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: accent,
    color: 'var(--on-accent, Canvas)',
  },
  '.cm-diagnostic': { fontFamily: sans, whiteSpace: 'normal', padding: '4px 8px' },
  '.cm-diagnostic-error': { borderLeft: `4px solid ${failed}` },
  '.cm-diagnostic-warning': { borderLeft: `4px solid ${waiting}` },
  '.cm-diagnostic-info': { borderLeft: `4px solid ${accent}` },
  '.cm-diagnostic code': { fontFamily: mono },
  '.cm-problemTodo': { marginTop: '4px' },
  '.cm-problemCode': { marginTop: '4px', color: dim, fontSize: 'var(--small, 0.75rem)' },
  '.cm-problemCode a': { color: accent },
  '.cm-diagnosticAction': {
    minHeight: '24px',
    margin: '4px 8px 0 0',
    padding: '2px 8px',
    background: ground,
    color: text,
    border: `1px solid ${accent}`,
    borderRadius: 'var(--radius, 4px)',
    font: `inherit`,
    textAlign: 'left',
    cursor: 'pointer',
  },
  '.cm-diagnosticAction:focus-visible': { outline: `2px solid ${accent}`, outlineOffset: '2px' },
  '.cm-failureLine.cm-failed': { backgroundColor: tint(failed, 15) },
  '.cm-failureLine.cm-waiting': { backgroundColor: tint(waiting, 15) },
  '.cm-failureMessage': {
    padding: '4px 8px 4px 6px',
    borderLeft: '4px solid',
    backgroundColor: raised,
    color: text,
    fontFamily: sans,
    whiteSpace: 'pre-wrap',
  },
  '.cm-failureMessage.cm-failed': { borderLeftColor: failed },
  '.cm-failureMessage.cm-waiting': { borderLeftColor: waiting, borderLeftStyle: 'double' },
});

const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--storage, #7e22ce)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--passed, #047857)' },
  { tag: [tags.number, tags.bool, tags.null], color: waiting },
  { tag: tags.comment, color: dim, fontStyle: 'italic' },
  {
    tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)],
    color: accent,
  },
  { tag: tags.meta, color: 'var(--data, #4338ca)' },
]);

export const theme: Extension = [frame, problems, syntaxHighlighting(highlighting)];
