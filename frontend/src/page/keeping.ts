import type { Memory, WholeMemory } from './memory';

/** What a file of kept things calls itself, and the version that this page writes. */
export const FORMAT = 'allranks-progress';
export const VERSION = 1;
/** More than any browser keeps of one page. */
export const MOST_BYTES = 10_000_000;

/** Everything that this browser keeps for the page, as a file has it. */
export interface Kept {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** When it was written, in ISO 8601. */
  readonly saved: string;
  readonly kept: Readonly<Record<string, string>>;
}

/** The same in a person's terms. Programs are named by their place: an exercise, the scratchpad, a case. */
export interface Contents {
  readonly passed: readonly string[];
  readonly programs: readonly string[];
  /** Everything else, such as the theme and the sizes of places. */
  readonly choices: number;
}

/** What went wrong with a file: what it is, and what was expected. */
export class WrongFile extends Error {}

const PASSED = 'passed';
const KEY = /^[a-zA-Z][\w./:-]{0,160}$/;
/** Texts that somebody wrote, by what comes before the place in the key. */
const WRITTEN = /^(draft|began|passing|shared)\.(.+)$/;

export function keptIn(memory: WholeMemory): Readonly<Record<string, string>> {
  const entries = memory.keys().map((key) => [key, memory.get(key)] as const);
  return Object.fromEntries(
    entries
      .filter((entry): entry is [string, string] => entry[1] !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** The text of a file with everything that `memory` holds. */
export function packed(memory: WholeMemory, now: Date): string {
  const file: Kept = { format: FORMAT, version: VERSION, saved: now.toISOString(), kept: keptIn(memory) };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** Read such a text. Throws `WrongFile`. */
export function unpacked(text: string): Kept {
  const expected = 'expected a file that Export wrote on this page';
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    const begins = text.trim().slice(0, 24);
    throw new WrongFile(
      begins === ''
        ? `Got an empty file; ${expected}.`
        : `Got a file that is not JSON, it begins with “${begins}”; ${expected}.`,
    );
  }
  if (!isObject(file)) throw new WrongFile(`Got JSON that is ${named(file)}; ${expected}.`);
  if (file.format !== FORMAT)
    throw new WrongFile(
      `Got JSON with the format ${named(file.format)}; ${expected}, with the format "${FORMAT}".`,
    );
  if (file.version !== VERSION)
    throw new WrongFile(
      `Got version ${named(file.version)} of the file; this page reads version ${VERSION}. Open it with a page of the same age.`,
    );
  if (!isObject(file.kept))
    throw new WrongFile(`Got "kept" that is ${named(file.kept)}; expected an object of texts.`);
  for (const [key, value] of Object.entries(file.kept)) {
    if (!KEY.test(key))
      throw new WrongFile(
        `Got the name “${key.slice(0, 40)}” in "kept"; expected names such as "draft.train01".`,
      );
    if (typeof value !== 'string')
      throw new WrongFile(`Got "${key}" that is ${named(value)}; expected a text.`);
  }
  const saved = typeof file.saved === 'string' ? file.saved : '';
  return { format: FORMAT, version: VERSION, saved, kept: file.kept as Record<string, string> };
}

export function contentsOf(kept: Readonly<Record<string, string>>): Contents {
  const keys = Object.keys(kept);
  const programs = keys.flatMap((key) => {
    const [, kind, place] = WRITTEN.exec(key) ?? [];
    return kind === 'began' || place === undefined ? [] : [place];
  });
  return {
    passed: words(kept[PASSED]),
    programs: [...new Set(programs)].sort(),
    choices: keys.filter((key) => key !== PASSED && !WRITTEN.test(key)).length,
  };
}

/** The places whose programs differ here and in the file: taking it would replace those here. */
export function replacedBy({ kept }: Kept, memory: Memory): string[] {
  const places = Object.entries(kept).flatMap(([key, text]) => {
    const [, kind, place] = WRITTEN.exec(key) ?? [];
    if (kind === 'began' || place === undefined) return [];
    const here = memory.get(key);
    return here === null || here === text ? [] : [place];
  });
  return [...new Set(places)].sort();
}

/**
 * Take what a file holds. What was passed here or there is passed; of programs that differ, `mine` keeps those here.
 *
 * Throws and leaves everything as it was where this browser does not keep it, as when there is no room.
 */
export function take({ kept }: Kept, memory: WholeMemory, mine: boolean): void {
  const before = keptIn(memory);
  const after: Record<string, string> = { ...before };
  for (const [key, text] of Object.entries(kept)) {
    const [, kind, place] = WRITTEN.exec(key) ?? [];
    if (key === PASSED || kind === 'began') continue;
    if (place !== undefined && mine && key in before) continue;
    after[key] = text;
    if (kind !== 'draft') continue;
    // What a draft was begun from belongs to it, and to no other.
    const began = kept[`began.${place}`];
    if (began === undefined) Reflect.deleteProperty(after, `began.${place}`);
    else after[`began.${place}`] = began;
  }
  const passed = [...new Set([...words(before[PASSED]), ...words(kept[PASSED])])];
  if (passed.length > 0) after[PASSED] = passed.join(' ');
  replace(memory, after);
  if (Object.entries(after).every(([key, text]) => memory.get(key) === text)) return;
  replace(memory, before);
  throw new Error(
    'This browser did not keep all of it, perhaps for want of room. Everything is as it was before.',
  );
}

/** Forget everything. */
export function erase(memory: WholeMemory): void {
  replace(memory, {});
}

function replace(memory: WholeMemory, kept: Readonly<Record<string, string>>): void {
  for (const key of memory.keys()) if (!(key in kept)) memory.set(key, null);
  for (const [key, text] of Object.entries(kept)) memory.set(key, text);
}

function words(text: string | undefined): string[] {
  return (text ?? '').split(' ').filter((word) => word !== '');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function named(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : JSON.stringify(value).slice(0, 40);
}
