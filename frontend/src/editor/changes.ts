/**
 * The one change that turns `before` into `after`, without what they share at both ends, so that the cursor and the
 * marks outside of it stay; null where there is nothing to change. `after` is compared with CodeMirror's line ends.
 */
export function replacement(
  before: string,
  after: string,
): { from: number; to: number; insert: string } | null {
  const text = after.replace(/\r\n?/g, '\n');
  if (text === before) return null;
  const shorter = Math.min(before.length, text.length);
  let start = 0;
  while (start < shorter && before[start] === text[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === text.at(-1 - end)) end++;
  return { from: start, to: before.length - end, insert: text.slice(start, text.length - end) };
}
