/** A value that what is derived from it sees changing, for specs. */
export function growing<T>(first: T): { value: T } {
  let value = $state.raw(first);
  return {
    get value() {
      return value;
    },
    set value(next) {
      value = next;
    },
  };
}
