/** How this machine writes the key that goes with a shortcut: ⌘ on a Mac, Ctrl elsewhere. */
export function shortcut(key: string, platform: string = navigator.platform): string {
  return /mac|iphone|ipad/i.test(platform) ? `⌘${key}` : `Ctrl+${key}`;
}

/** Ctrl or Cmd with this key, and nothing else held. */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  return event.key === key && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
}
