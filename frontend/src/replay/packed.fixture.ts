import type { EventRecord } from '../protocol';

/** The lines of a recording, for specs. */
export function whole(records: readonly EventRecord[], complete = true): string[] {
  const header = { kind: 'recording', version: 1, run_id: 'run-1', allranks_version: '1.2.3' };
  const end = { kind: 'recording_end', records: records.length, complete };
  return [header, ...records, end].map((line) => `${JSON.stringify(line)}\n`);
}

export async function packed(lines: readonly string[]): Promise<Blob> {
  const stream = new Blob([...lines]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Blob([await new Response(stream).arrayBuffer()]);
}

export function packedRun(records: readonly EventRecord[]): Promise<Blob> {
  return packed(whole(records));
}
