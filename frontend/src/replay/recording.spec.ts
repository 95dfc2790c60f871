import { expect, test } from 'vitest';
import { recorded } from '../run/recorded.fixture';
import { packed, packedRun, whole } from './packed.fixture';
import { BadRecording, readRecording, RECORDING_LIMITS } from './recording';

const EVENTS = Array.from({ length: 40 }, () => ({ kind: 'phase_changed', phase: 'training' }) as const);
const LINES = whole(recorded(EVENTS));

async function complaint(asked: Promise<unknown>): Promise<string> {
  const error: unknown = await asked.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof BadRecording) return error.message;
  throw new Error(`a bad recording was expected, and this came: ${String(error)}`);
}

test('a recording gives its records back and says whether it is whole', async () => {
  const recording = await readRecording(await packedRun(recorded(EVENTS)));
  expect(recording.records).toEqual(recorded(EVENTS));
  expect(recording.header.allranks_version).toBe('1.2.3');
  expect(recording.complete).toBe(true);
});

test('a file of another kind is refused with what was expected', async () => {
  expect(await complaint(readRecording(new Blob(['print("hi")\n'])))).toBe(
    'Got a file that is not gzipped; expected a recording of a run (.allranks). Choose another file.',
  );
  expect(await complaint(readRecording(new Blob([])))).toMatch(/not gzipped|an empty file/);
  expect(await complaint(readRecording(await packed(['{"kind":"other"}\n'])))).toContain('does not begin as');
});

test('a recording of a newer version says who can open it', async () => {
  const newer = '{"kind":"recording","version":2,"run_id":"r","allranks_version":"9.0"}\n';
  expect(await complaint(readRecording(await packed([newer])))).toContain(
    'version 2, made by Allranks 9.0; expected version 1',
  );
});

test.each([
  ['without its end', LINES.slice(0, -1)],
  ['which is not record 3 of a run', LINES.toSpliced(3, 1)],
  [
    'which is not record 1 of a run',
    LINES.toSpliced(1, 1, '{"seq":1,"time":"x","event":{"kind":"graded"}}\n'),
  ],
  ['which is not record 2 of a run', LINES.toSpliced(2, 1, 'no json\n')],
  ['39 records where 40 were written', LINES.toSpliced(40, 1)],
  ['text after the end', [...LINES, 'more\n']],
  ['last line was cut off', [...LINES.slice(0, -1), '{"kind":']],
])('a damaged recording is told: %s', async (said, lines) => {
  expect(await complaint(readRecording(await packed(lines)))).toContain(said);
});

test('a file that was cut off or changed is told', async () => {
  const blob = await packedRun(recorded(EVENTS));
  const bytes = new Uint8Array(await blob.arrayBuffer());
  expect(await complaint(readRecording(blob.slice(0, blob.size - 12)))).toMatch(/cut off|not gzipped/);
  bytes[bytes.length - 6] = (bytes[bytes.length - 6] ?? 0) ^ 255;
  expect(await complaint(readRecording(new Blob([bytes])))).toMatch(/changed|not gzipped/);
});

test('every size is bounded, and the bound is said', async () => {
  const blob = await packedRun(recorded(EVENTS));
  const limited = (part: Partial<typeof RECORDING_LIMITS>): Promise<string> =>
    complaint(readRecording(blob, { ...RECORDING_LIMITS, ...part }));
  expect(await limited({ packedBytes: 10 })).toContain('expected at most 10 bytes');
  expect(await limited({ unpackedBytes: 100 })).toContain('expected at most 100 bytes');
  expect(await limited({ records: 5 })).toContain('more than 5 records');
  expect(await limited({ lineBytes: 20 })).toContain('a line of more than 20 bytes');
});
