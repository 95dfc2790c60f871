/** What belongs together by `key`, in the order of first sight. */
export function grouped<Key, Value>(values: readonly Value[], key: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const known = groups.get(key(value));
    if (known) known.push(value);
    else groups.set(key(value), [value]);
  }
  return groups;
}
