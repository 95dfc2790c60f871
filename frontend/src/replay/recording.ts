import type { EventRecord, RecordingEnd, RecordingHeader } from '../protocol';
import { piecesAsLines } from './lines';
import { completed } from './older';

/** A run that was read from a file: see backend/allranks/protocol/recording.py for what stands in one. */
export interface Recording {
  readonly header: RecordingHeader;
  readonly records: readonly EventRecord[];
  /** False when the run was still going on when the recording was made. */
  readonly complete: boolean;
}

/** What one recording may hold. A run's own bounds keep it below. */
export interface RecordingLimits {
  /** As it lies on the disk. */
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly lineBytes: number;
  readonly records: number;
}

export const RECORDING_LIMITS: RecordingLimits = {
  packedBytes: 64 * 2 ** 20,
  unpackedBytes: 256 * 2 ** 20,
  lineBytes: 4 * 2 ** 20,
  records: 250_000,
};

/** What is written now; a newer version says that this page is too old to replay it. */
export const RECORDING_VERSION = 1;
export const SUFFIX = '.allranks';

/** A file that cannot be replayed: what came, what was expected, what to do. */
export class BadRecording extends Error {
  constructor(came: string, expected: string, todo: string) {
    super(`Got ${came}; expected ${expected}. ${todo}.`);
    this.name = 'BadRecording';
  }
}

/** Read a recording piece by piece. Rejects with `BadRecording` as soon as something is not as it should be. */
export async function readRecording(
  packed: Blob,
  limits: RecordingLimits = RECORDING_LIMITS,
): Promise<Recording> {
  if (packed.size > limits.packedBytes) {
    throw tooLarge(`a file of ${megabytes(packed.size)}`, megabytes(limits.packedBytes));
  }
  let header: RecordingHeader | null = null;
  let end: RecordingEnd | null = null;
  const records: EventRecord[] = [];
  for await (const line of linesOf(packed, limits)) {
    if (end !== null) throw damaged('text after the end of the recording');
    const value = parsed(line);
    if (header === null) header = headerOf(value);
    else if (isEnd(value)) end = value;
    else if (isRecord(value, records.length + 1)) records.push(completed(value));
    else throw damaged(`line ${records.length + 2}, which is not record ${records.length + 1} of a run`);
    if (records.length > limits.records) {
      throw tooLarge(`more than ${limits.records.toLocaleString('en')} records`, 'that many');
    }
  }
  if (header === null) throw noRecording('an empty file');
  if (end === null) throw damaged('a recording without its end');
  if (end.records !== records.length) {
    throw damaged(`${records.length} records where ${end.records} were written`);
  }
  return { header, records, complete: end.complete };
}

async function* linesOf(packed: Blob, limits: RecordingLimits): AsyncGenerator<string> {
  const unpacked = packed.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const lines = piecesAsLines(limits.lineBytes);
  let bytes = 0;
  try {
    for (;;) {
      const piece = await unpacked.read().catch(() => {
        throw bytes === 0
          ? noRecording('a file that is not gzipped')
          : damaged('a recording that was cut off, or whose bytes were changed');
      });
      if (piece.done) break;
      bytes += piece.value.byteLength;
      if (bytes > limits.unpackedBytes) {
        throw tooLarge(
          `a recording of more than ${megabytes(limits.unpackedBytes)} unpacked`,
          megabytes(limits.unpackedBytes),
        );
      }
      const whole = lines.take(piece.value);
      if (whole === null) throw damaged(`a line of more than ${megabytes(limits.lineBytes)}`);
      yield* whole;
    }
    if (lines.left() !== '') throw damaged('a recording whose last line was cut off');
  } finally {
    await unpacked.cancel().catch(() => undefined);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function headerOf(value: unknown): RecordingHeader {
  const header = value as Partial<RecordingHeader> | null | undefined;
  if (
    header?.kind !== 'recording' ||
    typeof header.version !== 'number' ||
    typeof header.run_id !== 'string'
  ) {
    throw noRecording('a gzipped file that does not begin as a recording');
  }
  if (header.version > RECORDING_VERSION) {
    throw new BadRecording(
      `a recording of version ${header.version}, made by Allranks ${String(header.allranks_version)}`,
      `version ${RECORDING_VERSION}`,
      'Open it in a newer Allranks',
    );
  }
  return header as RecordingHeader;
}

function isEnd(value: unknown): value is RecordingEnd {
  const end = value as Partial<RecordingEnd> | null | undefined;
  return end?.kind === 'recording_end' && typeof end.records === 'number';
}

function isRecord(value: unknown, seq: number): value is EventRecord {
  const record = value as Partial<EventRecord> | null | undefined;
  const event = record?.event as { kind?: unknown } | null | undefined;
  return record?.seq === seq && Number.isFinite(record.time) && typeof event?.kind === 'string';
}

function noRecording(came: string): BadRecording {
  return new BadRecording(came, `a recording of a run (${SUFFIX})`, 'Choose another file');
}

function damaged(came: string): BadRecording {
  return new BadRecording(came, 'a whole recording, as it was downloaded', 'Download it again');
}

function tooLarge(came: string, most: string): BadRecording {
  return new BadRecording(came, `at most ${most}`, 'Record a shorter run');
}

function megabytes(bytes: number): string {
  return bytes >= 2 ** 20 ? `${Math.round(bytes / 2 ** 20)} MB` : `${bytes} bytes`;
}
