/** A colour as it lies in a `Pixels`, and its parts. */
export interface Ink {
  readonly word: number;
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** A square of pixels that is repeated in both directions; one pixel is a plain colour. */
export interface Tile {
  readonly size: number;
  readonly words: Uint32Array;
}

/**
 * A picture that is painted pixel by pixel. Thousands of small rectangles a frame are a few thousand numbers here, and
 * on a canvas as many commands, which take longer than the frame.
 */
export class Pixels {
  readonly bytes: Uint8ClampedArray<ArrayBuffer>;
  private readonly words: Uint32Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    const buffer = new ArrayBuffer(4 * width * height);
    this.bytes = new Uint8ClampedArray(buffer);
    this.words = new Uint32Array(buffer);
  }

  clear(): void {
    this.words.fill(0);
  }

  /** A part of one column from `top` to `bottom`, over what is there; ends within a pixel cover it in part. */
  bar(column: number, top: number, bottom: number, ink: Ink, alpha: number): void {
    const [from, to] = [Math.max(0, top), Math.min(this.height, bottom)];
    for (let row = Math.floor(from); row < to; row += 1) {
      const share = alpha * (Math.min(to, row + 1) - Math.max(from, row));
      const at = row * this.width + column;
      if (share >= OPAQUE) this.words[at] = ink.word;
      else this.blend(4 * at, ink, share);
    }
  }

  /** A rectangle of whole pixels, in place of what is there. */
  fill(from: number, to: number, top: number, bottom: number, { size, words }: Tile): void {
    for (let row = Math.max(0, top); row < Math.min(this.height, bottom); row += 1) {
      const line = row * this.width;
      if (size === 1) this.words.fill(words[0] ?? 0, line + from, line + to);
      else {
        const part = (row % size) * size;
        for (let column = from; column < to; column += 1) {
          this.words[line + column] = words[part + (column % size)] ?? 0;
        }
      }
    }
  }

  private blend(at: number, { red, green, blue }: Ink, share: number): void {
    const { bytes } = this;
    const behind = ((bytes[at + 3] ?? 0) / 255) * (1 - share);
    const sum = share + behind;
    if (sum === 0) return;
    bytes[at] = (red * share + (bytes[at] ?? 0) * behind) / sum;
    bytes[at + 1] = (green * share + (bytes[at + 1] ?? 0) * behind) / sum;
    bytes[at + 2] = (blue * share + (bytes[at + 2] ?? 0) * behind) / sum;
    bytes[at + 3] = 255 * sum;
  }
}

/** More than this cannot be told from all. */
const OPAQUE = 0.998;

const known = new Map<string, Ink>();

/** A colour of the canvas, `rgb(1, 2, 3)`; black where it is written otherwise. */
export function inkOf(colour: string): Ink {
  let ink = known.get(colour);
  if (!ink) {
    const [red = 0, green = 0, blue = 0] = (/^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour) ?? [])
      .slice(1)
      .map(Number);
    const word = new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0] ?? 0;
    ink = { word, red, green, blue };
    known.set(colour, ink);
  }
  return ink;
}
