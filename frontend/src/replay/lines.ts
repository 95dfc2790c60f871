/** Whole lines out of pieces of bytes that are cut anywhere. */
export interface Lines {
  /** The lines that this piece completes; null when a line became longer than it may be. */
  take(piece: Uint8Array): readonly string[] | null;
  /** What came after the last line break. */
  left(): string;
}

export function piecesAsLines(longest: number): Lines {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  let length = 0;
  return {
    take(piece) {
      const [first = '', ...rest] = decoder.decode(piece, { stream: true }).split('\n');
      begun.push(first);
      length += first.length;
      if (length > longest || rest.some((line) => line.length > longest)) return null;
      if (rest.length === 0) return [];
      const whole = [begun.join(''), ...rest.slice(0, -1)];
      begun = [rest.at(-1) ?? ''];
      length = begun[0]?.length ?? 0;
      return whole;
    },
    left: () => begun.join(''),
  };
}
