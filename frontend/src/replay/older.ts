import type { EventRecord } from '../protocol';
import { ADDED } from '../protocol/added';

type Fields = globalThis.Record<string, unknown>;

/** Put into a record that was just read what an older server did not write: fields that were added since. */
export function completed(record: EventRecord): EventRecord {
  complete(record, ['Record']);
  return record;
}

function complete(value: unknown, names: readonly string[]): void {
  if (Array.isArray(value)) {
    for (const each of value) complete(each, names);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const fields = value as Fields;
  const shape = names
    .map((name) => ADDED[name])
    .find((each) => each && (each.kind ?? fields['kind']) === fields['kind']);
  if (!shape) return;
  for (const [name, value] of Object.entries(shape.defaults)) {
    if (fields[name] === undefined) fields[name] = structuredClone(value);
  }
  for (const [name, held] of Object.entries(shape.within)) complete(fields[name], held);
}
