/** A key, where it works, and what it does. */
export interface Key {
  /** As CodeMirror writes it: `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
  readonly key: string;
  readonly does: string;
  /** `page`: anywhere. `editor`: in the program. `focus`: on the part that has the focus. */
  readonly where: 'page' | 'editor' | 'focus';
  /** Only in the editor: a plain text field has the browser's own for it. */
  readonly alone?: true;
}

/** Every key that the page tells of. The list in Help, the tooltips and the handlers are made of these. */
export const KEYS = {
  run: { key: 'Mod-Enter', does: 'Run on Ray', where: 'page' },
  stop: { key: 'Mod-.', does: 'Stop the run', where: 'page' },
  format: { key: 'Shift-Alt-f', does: 'Format the program', where: 'page' },
  compare: { key: 'Shift-Alt-d', does: 'Compare your program with another', where: 'page' },
  plain: { key: 'Shift-Alt-p', does: 'A plain text field in the editor’s place, and back', where: 'page' },
  help: { key: 'Shift-Alt-h', does: 'Open this help', where: 'page' },
  nextProblem: { key: 'F8', does: 'Go to the next problem', where: 'editor' },
  previousProblem: { key: 'Shift-F8', does: 'Go to the problem before', where: 'editor' },
  quickFix: { key: 'Alt-Enter', does: 'Make the quick fix of the line, where there is one', where: 'editor' },
  find: { key: 'Mod-f', does: 'Find and replace', where: 'editor', alone: true },
  complete: { key: 'Ctrl-Space', does: 'Complete the name', where: 'editor', alone: true },
  signature: { key: 'Mod-Shift-Space', does: 'What the call takes', where: 'editor', alone: true },
  describe: { key: 'F2', does: 'What the name at the cursor is', where: 'editor', alone: true },
  undo: { key: 'Mod-z', does: 'Undo, also a reset', where: 'editor' },
  redo: { key: 'Mod-y', does: 'Redo', where: 'editor' },
  leave: { key: 'Escape, then Tab', does: 'Leave the editor with the keyboard', where: 'focus' },
  divider: { key: '← → ↑ ↓', does: 'Move a divider that has the focus', where: 'focus' },
  read: { key: '← → Home End', does: 'Read the curves report by report', where: 'focus' },
  zoom: { key: '+ − 0', does: 'Zoom the curves, and show the whole run', where: 'focus' },
  move: { key: 'Shift ← →', does: 'Move along zoomed curves', where: 'focus' },
  close: { key: 'Escape', does: 'Close what is open', where: 'focus' },
} as const satisfies Readonly<Record<string, Key>>;

export type KeyId = keyof typeof KEYS;
type IdAt<Place extends Key['where']> = {
  [Id in KeyId]: (typeof KEYS)[Id]['where'] extends Place ? Id : never;
}[KeyId];
export type PageKeyId = IdAt<'page'>;
export type EditorKeyId = IdAt<'editor'>;

const SIGNS: Readonly<Record<string, string>> = { Enter: '↵', Escape: 'Esc' };
const ON_A_MAC: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Shift: '⇧', Alt: '⌥' };

/** How this machine writes the key: ⌘↵ on a Mac, Ctrl+↵ elsewhere. */
export function keyName(id: KeyId, platform: string = navigator.platform): string {
  const { key, where } = KEYS[id];
  if (where === 'focus') return key.replace('Escape', 'Esc');
  const mac = /mac|iphone|ipad/i.test(platform);
  const parts = key.split('-');
  const last = parts.pop() ?? '';
  const held = parts.map((part) => (mac ? (ON_A_MAC[part] ?? part) : part === 'Mod' ? 'Ctrl' : part));
  const pressed = SIGNS[last] ?? (last.length === 1 ? last.toUpperCase() : last);
  return [...held, pressed].join(mac ? '' : '+');
}

/** Whether the event is this key, with what has to be held and nothing else. */
export function isKey(event: KeyboardEvent, id: KeyId): boolean {
  const parts: readonly string[] = KEYS[id].key.split('-');
  if (parts.at(-1) !== pressedIn(event)) return false;
  return (
    (event.ctrlKey || event.metaKey) === (parts.includes('Mod') || parts.includes('Ctrl')) &&
    event.shiftKey === parts.includes('Shift') &&
    event.altKey === parts.includes('Alt')
  );
}

/** With Alt held, a Mac types another letter: the key itself counts. */
function pressedIn({ altKey, code, key }: KeyboardEvent): string {
  if (altKey && /^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase();
  return key.length === 1 ? key.toLowerCase() : key;
}

/** Handles the page's keys; the compiler asks for a handler of each. */
export function onPageKey(handlers: Readonly<Record<PageKeyId, () => void>>): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented) return;
    for (const id of Object.keys(handlers) as PageKeyId[]) {
      if (!isKey(event, id)) continue;
      handlers[id]();
      event.preventDefault();
      return;
    }
  };
}
