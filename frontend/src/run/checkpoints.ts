import type {
  CheckpointFile,
  CheckpointLoaded,
  CheckpointReloaded,
  CheckpointSaved,
  CheckpointsFound,
  CheckpointUploaded,
} from '../protocol';
import { readable } from '../charts/input';
import { grouped } from './grouped';

/** Uploads and loads that are kept of a run: the newest. */
export const MOVES_KEPT = 2000;

export interface CheckpointState extends CheckpointSaved {
  /** Seconds since the run began. */
  readonly at: number;
}

export interface LoadState extends CheckpointLoaded {
  /** Seconds since the run began. */
  readonly at: number;
}

/** Everything that is known of a run's checkpoints. */
export interface CheckpointBook {
  readonly saved: readonly CheckpointState[];
  readonly uploads: readonly CheckpointUploaded[];
  readonly loads: readonly LoadState[];
  /** Null until the host looked into the storage. */
  readonly found: CheckpointsFound | null;
  /** What the host made of the newest one, apart from the program; null where it was not asked or not yet. */
  readonly reloaded: CheckpointReloaded | null;
}

export const NO_CHECKPOINTS: CheckpointBook = {
  saved: [],
  uploads: [],
  loads: [],
  found: null,
  reloaded: null,
};

export function withSaved(book: CheckpointBook, saved: CheckpointSaved, at: number): CheckpointBook {
  return { ...book, saved: [...book.saved, { ...saved, at }] };
}

export function withUpload(book: CheckpointBook, upload: CheckpointUploaded): CheckpointBook {
  return { ...book, uploads: [...book.uploads, upload].slice(-MOVES_KEPT) };
}

export function withLoad(book: CheckpointBook, load: CheckpointLoaded, at: number): CheckpointBook {
  return { ...book, loads: [...book.loads, { ...load, at }].slice(-MOVES_KEPT) };
}

/** What one rank put into a checkpoint. `size` in bytes. */
export interface RankPart {
  readonly rank: number;
  readonly files: readonly CheckpointFile[];
  readonly size: number;
  readonly seconds: number;
}

/** A checkpoint as it is shown. `kept` is null until the host has looked, and where a folder could not be looked at. */
export interface CheckpointView extends CheckpointState {
  readonly parts: readonly RankPart[];
  /** Which ranks of which attempt began with it. */
  readonly loadedBy: readonly { readonly attempt: number; readonly ranks: readonly number[] }[];
  readonly kept: boolean | null;
  /** Whether the server said that it has its files. */
  readonly downloadable: boolean;
}

/** The newest `most` checkpoints in the order in which they were saved. */
export function checkpointViews(book: CheckpointBook, most: number): CheckpointView[] {
  const kept = book.found && new Map(book.found.checkpoints.map((stored) => [stored.name, stored]));
  return book.saved.slice(-most).map((saved) => ({
    ...saved,
    parts: book.uploads
      .filter((upload) => upload.attempt === saved.attempt && upload.index === saved.index)
      .map(({ rank, files, seconds }) => ({
        rank,
        files,
        seconds,
        size: files.reduce((sum, file) => sum + file.size, 0),
      }))
      .sort((a, b) => a.rank - b.rank),
    loadedBy: loadedBy(book.loads.filter((load) => load.name === saved.name)),
    kept: kept === null ? null : kept.has(saved.name) || (book.found?.refused.length ? null : false),
    downloadable: kept?.get(saved.name)?.downloadable ?? false,
  }));
}

function loadedBy(loads: readonly LoadState[]): CheckpointView['loadedBy'] {
  return [...grouped(loads, ({ attempt }) => attempt)].map(([attempt, of]) => ({
    attempt,
    ranks: of.map(({ rank }) => rank).sort((a, b) => a - b),
  }));
}

/** The first load of each attempt that began from a checkpoint. */
export function restores(book: CheckpointBook): (LoadState & { name: string })[] {
  const found = new Map<number, LoadState & { name: string }>();
  for (const load of book.loads) {
    if (load.name !== null && !found.has(load.attempt)) found.set(load.attempt, { ...load, name: load.name });
  }
  return [...found.values()];
}

/** What became of the saved checkpoints, and how many folders no saving was ever told of (a rank died meanwhile). */
export interface Stock {
  readonly kept: number;
  readonly pruned: number;
  /** Not found, where there is a folder that could not be looked at. */
  readonly unknown: number;
  readonly unfinished: number;
}

/** What became of them, in words. */
export function stockWords({ kept, pruned, unknown, unfinished }: Stock): string {
  const words = [
    `${kept} kept`,
    ...(unknown > 0 ? [] : [`${pruned} pruned`]),
    ...(unknown > 0 ? [`${unknown} not found`] : []),
    ...(unfinished > 0 ? [`${unfinished} never finished`] : []),
  ];
  return words.join(', ');
}

/** Null until the host has looked. */
export function stockOf({ saved, found }: CheckpointBook): Stock | null {
  if (found === null) return null;
  const names = new Set(saved.map(({ name }) => name));
  const there = found.checkpoints.filter(({ name }) => names.has(name)).length;
  const gone = names.size - there;
  const [pruned, unknown] = found.refused.length > 0 ? [0, gone] : [gone, 0];
  return { kept: there, pruned, unknown, unfinished: found.checkpoints.length - there };
}

/** What became of the newest checkpoint when the server opened it apart from the program, in a sentence. */
export function reloadedWords({ name, outcome, numbers, sentence }: CheckpointReloaded): string {
  if (outcome === 'refused') return `Opened without your program, ${name} could not be used: ${sentence}`;
  if (outcome === 'not_tried') return `Not opened without your program, ${name}: ${sentence}`;
  const told = Object.entries(numbers).map(
    ([key, value]) => `${key} ${typeof value === 'number' ? readable(value) : '?'}`,
  );
  return `Opened without your program, ${name} gave ${told.join(', ')}.`;
}

/** What can be had of the files, or why they cannot; empty where all that was kept can be downloaded. */
export function downloadWords({ found }: CheckpointBook): string {
  if (found === null) return 'Files can be downloaded when the run is over.';
  if (found.not_downloadable === '') return '';
  const some = found.checkpoints.some(({ downloadable }) => downloadable);
  return `${some ? 'Not all files can be downloaded' : 'No file can be downloaded'}: ${found.not_downloadable}.`;
}

/** The metrics that Ray keeps with a checkpoint, the first few: `loss 0.31, epoch 4, 2 more`. */
export function metricsWords(metrics: CheckpointSaved['metrics'], most = 4): string {
  const entries = Object.entries(metrics);
  const told = entries.slice(0, most).map(([name, metric]) => `${name} ${metricText(metric)}`);
  const more = entries.length - told.length;
  return [...told, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function metricText(metric: CheckpointSaved['metrics'][string]): string {
  if (typeof metric === 'number') return readable(metric);
  return typeof metric === 'object' && metric !== null ? metric.nonfinite : String(metric);
}
