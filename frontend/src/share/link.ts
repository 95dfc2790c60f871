/** A program inside a link: zlib's own format, whose checksum tells a damaged link from a whole one, as base64url. */

/** The longest program that a link may hold; the server's own bound. */
export const LONGEST_PROGRAM = 256 * 1024;
/** The longest link that is made or read: chats, mail and proxies cut longer ones. */
export const LONGEST_LINK = 16_000;

/** A program that no link can hold, or a link that holds none: what came, what was expected, what to do. */
export class BadLink extends Error {
  constructor(came: string, expected: string, todo: string) {
    super(`Got ${came}; expected ${expected}. ${todo}.`);
    this.name = 'BadLink';
  }
}

/** The packed program, for an address that is `rest` characters long without it. Rejects with `BadLink`. */
export async function packProgram(source: string, rest: number, longest = LONGEST_LINK): Promise<string> {
  const packed = base64url(await through(new Blob([source]), new CompressionStream('deflate'), Infinity));
  const length = rest + packed.length;
  if (length > longest) {
    throw new BadLink(
      `a program whose link is ${count(length)} characters long`,
      `at most ${count(longest)}`,
      'Shorten the program, or send its file',
    );
  }
  return packed;
}

/** The program in a link. Rejects with `BadLink`. */
export async function unpackProgram(packed: string, longest = LONGEST_LINK): Promise<string> {
  if (packed.length > longest) {
    throw new BadLink(
      `a link with ${count(packed.length)} characters of program`,
      `at most ${count(longest)}`,
      'Ask for the file instead',
    );
  }
  const bytes = fromBase64url(packed);
  if (bytes === null) throw damaged('a link with characters that do not belong in one');
  if (bytes.length === 0) throw damaged('a link without a program');
  let unpacked: Uint8Array;
  try {
    unpacked = await through(new Blob([bytes]), new DecompressionStream('deflate'), LONGEST_PROGRAM);
  } catch (error) {
    if (error instanceof BadLink) throw error;
    throw damaged('a link whose program was cut off or changed on its way');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(unpacked);
  } catch {
    throw damaged('a link whose program is no text');
  }
}

function damaged(came: string): BadLink {
  return new BadLink(came, 'a whole link, as the Share button made it', 'Copy it again, all of it');
}

async function through(
  bytes: Blob,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = bytes.stream().pipeThrough(stream).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value);
    length += piece.value.length;
    if (length > most) {
      await reader.cancel();
      throw new BadLink(
        'a link whose program is too large when unpacked',
        `at most ${count(most)} bytes`,
        'Ask for the file instead',
      );
    }
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function base64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
  } catch {
    return null;
  }
}

function count(number: number): string {
  return number.toLocaleString('en');
}
