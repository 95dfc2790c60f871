import { expect, test } from 'vitest';
import type { RowsRead } from '../protocol';
import { NO_ROWS, PASSES_KEPT, ROWS_KEPT, withRows, type RowBook } from './rows';

function read(rank: number, rows: number[], part: Partial<RowsRead> = {}): RowsRead {
  const head = { kind: 'rows_read', attempt: 1, dataset: 'train', source: 'ray_data', epoch: 0 } as const;
  return { ...head, rank, rows, batches: 1, ended: false, ...part };
}

function book(...reads: RowsRead[]): RowBook {
  return reads.reduce(withRows, NO_ROWS);
}

function counting(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}

test('pieces of one pass are put together by rank, in the order of reading', () => {
  const found = book(read(1, [7]), read(0, [3, 1]), read(0, [2], { ended: true }));
  expect(found.passes).toHaveLength(1);
  expect(found.passes[0]?.ranks).toMatchObject([
    { rank: 0, ids: [3, 1, 2], batches: 2, ended: true },
    { rank: 1, ids: [7], ended: false },
  ]);
});

test('another epoch, dataset or attempt is another pass', () => {
  const found = book(
    read(0, [1]),
    read(0, [1], { epoch: 1 }),
    read(0, [1], { dataset: 'eval' }),
    read(0, [1], { attempt: 2 }),
  );
  expect(found.passes).toHaveLength(4);
});

test('of a long pass the first ids are kept and the rest is counted', () => {
  const found = book(read(0, counting(0, ROWS_KEPT - 1)), read(0, [1, 2, 3]), read(0, [4]));
  expect(found.passes[0]?.ranks[0]).toMatchObject({ cut: 3 });
  expect(found.passes[0]?.ranks[0]?.ids).toHaveLength(ROWS_KEPT);
});

test('a new pass pushes the oldest ids of the same rank out, and no other rank’s', () => {
  const found = book(
    read(0, counting(0, ROWS_KEPT)),
    read(1, [5]),
    read(0, [1], { epoch: 1 }),
    read(0, [2], { epoch: 1 }),
  );
  expect(found.passes[0]?.ranks).toMatchObject([
    { rank: 0, ids: [], cut: ROWS_KEPT },
    { rank: 1, ids: [5], cut: 0 },
  ]);
  expect(found.passes[1]?.ranks[0]).toMatchObject({ ids: [1, 2], cut: 0 });
});

test('the oldest of very many passes are forgotten and counted', () => {
  let found = NO_ROWS;
  for (let epoch = 0; epoch < PASSES_KEPT + 2; epoch += 1) found = withRows(found, read(0, [], { epoch }));
  expect(found.forgotten).toBe(2);
  expect(found.passes).toHaveLength(PASSES_KEPT);
  expect(found.passes[0]?.epoch).toBe(2);
});
