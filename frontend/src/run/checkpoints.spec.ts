import { expect, test } from 'vitest';
import {
  checkpointViews,
  downloadWords,
  metricsWords,
  MOVES_KEPT,
  NO_CHECKPOINTS,
  restores,
  stockOf,
  stockWords,
  withLoad,
  withSaved,
  withUpload,
  type CheckpointBook,
  reloadedWords,
} from './checkpoints';

const NAMES = ['checkpoint_000000', 'checkpoint_000001'] as const;

function saved(...names: readonly string[]): CheckpointBook {
  return names.reduce(
    (book, name, index) =>
      withSaved(book, { kind: 'checkpoint_saved', attempt: 1, index, name, metrics: {} }, index),
    NO_CHECKPOINTS,
  );
}

function load(book: CheckpointBook, attempt: number, rank: number, name: string | null): CheckpointBook {
  return withLoad(book, { kind: 'checkpoint_loaded', attempt, rank, name }, 9);
}

test('each rank’s files stand at the checkpoint of the same report', () => {
  const files = [
    { name: 'model.pt', size: 1000 },
    { name: 'rank-1.pt', size: 20 },
  ];
  const upload = { kind: 'checkpoint_uploaded', attempt: 1, rank: 1, index: 1, files, seconds: 0.5 } as const;
  const [first, second] = checkpointViews(withUpload(saved(...NAMES), upload), 20);
  expect(first?.parts).toEqual([]);
  expect(second?.parts).toEqual([{ rank: 1, files, seconds: 0.5, size: 1020 }]);
});

test('a checkpoint says which ranks of which attempt began with it', () => {
  let book = saved(...NAMES);
  for (const rank of [1, 0]) book = load(book, 2, rank, NAMES[1]);
  expect(checkpointViews(book, 20).map(({ loadedBy }) => loadedBy)).toEqual([
    [],
    [{ attempt: 2, ranks: [0, 1] }],
  ]);
});

test('kept or pruned is known once the host has looked', () => {
  const book = saved(...NAMES);
  expect(checkpointViews(book, 20).map(({ kept }) => kept)).toEqual([null, null]);
  const found = {
    kind: 'checkpoints_found' as const,
    checkpoints: [{ name: NAMES[1], files: [], downloadable: true }],
    refused: [],
    not_downloadable: '',
  };
  const views = checkpointViews({ ...book, found }, 20);
  expect(views.map(({ kept }) => kept)).toEqual([false, true]);
  expect(views.map(({ downloadable }) => downloadable)).toEqual([false, true]);
});

test('what the server made of the newest checkpoint is a sentence', () => {
  const reloaded = {
    kind: 'checkpoint_reloaded' as const,
    name: 'checkpoint_2',
    numbers: { loss: 0.0101234 },
  };
  expect(reloadedWords({ ...reloaded, outcome: 'loaded', sentence: '' })).toBe(
    'Opened without your program, checkpoint_2 gave loss 0.01012.',
  );
  expect(reloadedWords({ ...reloaded, outcome: 'refused', sentence: 'a link.' })).toContain(
    'checkpoint_2 could not be used: a link.',
  );
});

test('an attempt that found no checkpoint did not begin from one', () => {
  const book = load(load(load(saved(...NAMES), 1, 0, null), 2, 0, NAMES[0]), 2, 1, NAMES[0]);
  expect(restores(book)).toMatchObject([{ attempt: 2, name: NAMES[0] }]);
});

test('only so many loads are kept', () => {
  let book = NO_CHECKPOINTS;
  for (let rank = 0; rank < MOVES_KEPT + 2; rank += 1) book = load(book, 1, rank, null);
  expect(book.loads).toHaveLength(MOVES_KEPT);
});

test('a folder that was never saved to its end is not counted as a kept checkpoint', () => {
  const book = saved(...NAMES);
  expect(stockOf(book)).toBeNull();
  const folders = [NAMES[1], 'checkpoint_half'].map((name) => ({ name, files: [], downloadable: false }));
  const found = {
    kind: 'checkpoints_found' as const,
    checkpoints: folders,
    refused: [],
    not_downloadable: '',
  };
  expect(stockOf({ ...book, found })).toEqual({ kept: 1, pruned: 1, unknown: 0, unfinished: 1 });
});

test('where a folder could not be looked at, what is not found is not said to be pruned', () => {
  const book = saved(...NAMES);
  const found = {
    kind: 'checkpoints_found' as const,
    checkpoints: [{ name: NAMES[1], files: [], downloadable: false }],
    refused: ["'/gone' was not looked at: no such file or directory"],
    not_downloadable: '',
  };
  expect(checkpointViews({ ...book, found }, 20).map(({ kept }) => kept)).toEqual([null, true]);
  const stock = stockOf({ ...book, found });
  expect(stock && stockWords(stock)).toBe('1 kept, 1 not found');
  const whole = stockOf({ ...book, found: { ...found, refused: [] } });
  expect(whole && stockWords(whole)).toBe('1 kept, 1 pruned');
});

test('what cannot be downloaded has its reason', () => {
  const book = saved(...NAMES);
  const found = (downloadable: boolean, why: string): CheckpointBook => ({
    ...book,
    found: {
      kind: 'checkpoints_found',
      checkpoints: [{ name: NAMES[1], files: [], downloadable }],
      refused: [],
      not_downloadable: why,
    },
  });
  expect(downloadWords(book)).toBe('Files can be downloaded when the run is over.');
  expect(downloadWords(found(true, ''))).toBe('');
  expect(downloadWords(found(true, 'too large'))).toBe('Not all files can be downloaded: too large.');
  expect(downloadWords(found(false, 'too large'))).toBe('No file can be downloaded: too large.');
});

test('a checkpoint’s metrics are told, the first few of them', () => {
  const metrics = { loss: 0.31234567, best: { nonfinite: 'nan' as const }, done: true, name: 'a', epoch: 4 };
  expect(metricsWords(metrics)).toBe('loss 0.3123, best nan, done true, name a, 1 more');
  expect(metricsWords({})).toBe('');
});
