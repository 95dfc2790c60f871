const FIRST_ROOM = 64;

/**
 * Numbers of which there are only ever more: eight bytes each, and appending costs the same however many there are. They
 * are plain data, because a state that holds them is copied.
 */
export interface Numbers {
  /** What holds them. Entries from `length` on mean nothing, and the next `push` may put another in its place. */
  array: Float64Array;
  length: number;
}

export function noNumbers(): Numbers {
  return { array: new Float64Array(FIRST_ROOM), length: 0 };
}

export function push(numbers: Numbers, value: number): void {
  if (numbers.length === numbers.array.length) {
    const larger = new Float64Array(numbers.length * 2);
    larger.set(numbers.array);
    numbers.array = larger;
  }
  numbers.array[numbers.length] = value;
  numbers.length += 1;
}

/** The number at a place, counted from the end when it is negative; `undefined` where there is none. */
export function numberAt(numbers: Numbers | undefined, index: number): number | undefined {
  if (!numbers) return undefined;
  const place = index < 0 ? numbers.length + index : index;
  return place < numbers.length ? numbers.array[place] : undefined;
}

/** The first index of `from` to `to` whose number is at least `value`; `to` when there is none. The numbers never fall. */
export function firstAtLeast(sorted: Float64Array, value: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first index of `from` to `to` whose number is more than `value`; `to` when there is none. The numbers never fall. */
export function firstAbove(sorted: Float64Array, value: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
