import { expect, test } from 'vitest';
import { NO_ROWS, withRows, type Pass, type RowBook } from './rows';
import { datasetsOf, MOST_CELLS, shardMap, type ShardMap } from './shards';
import { idRanges, orderSummary, rowSummary, shardSummary } from './shardwords';

interface Told {
  dataset?: string;
  epoch?: number;
  ended?: boolean;
}

/** A book in which each pass is given as the ids of rank 0, of rank 1 and so on. */
function bookOf(...passes: [readonly (readonly number[])[], Told?][]): RowBook {
  let book = NO_ROWS;
  for (const [ranks, { dataset = 'train', epoch = 0, ended = true } = {}] of passes) {
    ranks.forEach((rows, rank) => {
      const head = { kind: 'rows_read', attempt: 1, source: 'ray_data', batches: 1 } as const;
      book = withRows(book, { ...head, dataset, epoch, ended, rank, rows: [...rows] });
    });
  }
  return book;
}

function newest(book: RowBook): { map: ShardMap; pass: Pass } {
  const pass = book.passes.at(-1);
  if (!pass) throw new Error('nothing was read');
  return { map: shardMap(book, pass, 2), pass };
}

test('a divided dataset has one reader a row', () => {
  const { map } = newest(
    bookOf([
      [
        [0, 2],
        [1, 3],
      ],
    ]),
  );
  expect(map.cells.map(({ readers }) => readers)).toEqual([[0], [1], [0], [1]]);
  expect(shardSummary(map)).toBe('rank 0: 2 rows, rank 1: 2 rows, 0 read twice, 0 missing.');
});

test('a row of two readers and a row of none are found', () => {
  const { map, pass } = newest(
    bookOf([
      [
        [0, 1],
        [1, 4],
      ],
    ]),
  );
  expect(map).toMatchObject({ whole: false, twice: [1], missing: [2, 3] });
  expect(rowSummary(map, pass, 1)).toBe('Row 1: rank 0, as number 2 of its 2; rank 1, as number 1 of its 2.');
  expect(rowSummary(map, pass, 2)).toBe('Row 2: nobody has read it.');
});

test('a dataset that every rank reads whole is no overlap', () => {
  const { map } = newest(
    bookOf([
      [
        [0, 1, 2],
        [2, 1, 0],
      ],
    ]),
  );
  expect(map).toMatchObject({ whole: true, twice: [], missing: [] });
  expect(shardSummary(map)).toContain('Every rank reads all 3 rows');
});

test('a whole dataset does not look like an overlap while one rank is behind', () => {
  const { map } = newest(
    bookOf([
      [
        [0, 1, 2, 3],
        [0, 1],
      ],
      { ended: false },
    ]),
  );
  expect(map).toMatchObject({ whole: true, ended: false, twice: [] });
  expect(shardSummary(map)).toContain('2 not read yet');
});

test('what a rank reads twice itself is found', () => {
  expect(newest(bookOf([[[0, 0], [1]]])).map.twice).toEqual([0]);
  expect(
    newest(
      bookOf([
        [
          [0, 1, 1],
          [0, 1],
        ],
      ]),
    ).map,
  ).toMatchObject({ whole: true, twice: [1] });
});

test('an earlier pass says which rows there are', () => {
  const { map } = newest(
    bookOf(
      [
        [
          [0, 1],
          [2, 3],
        ],
      ],
      [[[0], [2]], { epoch: 1 }],
    ),
  );
  expect(map.missing).toEqual([1, 3]);
});

test('the order is compared with the pass before', () => {
  const first: [readonly number[][]] = [
    [
      [0, 1],
      [2, 3],
    ],
  ];
  const same = newest(
    bookOf(first, [
      [
        [0, 1],
        [2, 3],
      ],
      { epoch: 1 },
    ]),
  );
  expect(orderSummary(same.map, same.pass)).toContain('same rows in the same order as in epoch 0');
  const other = newest(
    bookOf(first, [
      [
        [1, 0],
        [3, 2],
      ],
      { epoch: 1 },
    ]),
  );
  expect(orderSummary(other.map, other.pass)).toContain('another order than in epoch 0');
  const half = newest(
    bookOf(first, [
      [
        [1, 0],
        [2, 3],
      ],
      { epoch: 1 },
    ]),
  );
  expect(orderSummary(half.map, half.pass)).toContain('Rank 1 read in the same order');
  const alone = newest(bookOf(first));
  expect(orderSummary(alone.map, alone.pass)).toBe('');
});

test('ids that lie far apart are shown without what is between them', () => {
  const { map } = newest(bookOf([[[0], [MOST_CELLS * 10]]]));
  expect(map.sparse).toBe(true);
  expect(map.cells.map(({ id }) => id)).toEqual([0, MOST_CELLS * 10]);
});

test('rows without ids are counted in batches', () => {
  const { map } = newest(bookOf([[[], []]]));
  expect(shardSummary(map)).toContain('rank 0: 1 batch, rank 1: 1 batch');
});

test('datasets are listed in the order of first sight', () => {
  expect(datasetsOf(bookOf([[[0]]], [[[0]], { dataset: 'eval' }], [[[0]], { epoch: 1 }]))).toEqual([
    'train',
    'eval',
  ]);
});

test('ids are said as ranges, and not without end', () => {
  expect(idRanges([3, 7, 8, 9])).toBe('3, 7–9');
  expect(idRanges([0, 2, 4, 6, 8, 10, 12, 13])).toBe('0, 2, 4, 6, 8, 10 and 2 more');
});
