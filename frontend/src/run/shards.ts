import type { Pass, RankReading, RowBook } from './rows';

/** The most cells of one map. Ids that lie further apart are shown without the gaps between them. */
export const MOST_CELLS = 20_000;

/** One row id: the ranks that read it, each as often as it did, in the order of the ranks. */
export interface Cell {
  readonly id: number;
  readonly readers: readonly number[];
}

/** What one rank did in the pass. `sameOrder` compares with its pass before; null when there is none. */
export interface RankShare {
  readonly rank: number;
  readonly rows: number;
  readonly batches: number;
  readonly ended: boolean;
  readonly sameOrder: boolean | null;
}

/** A pass as it is drawn and said. */
export interface ShardMap {
  readonly cells: readonly Cell[];
  readonly shares: readonly RankShare[];
  /** Every rank reads every row, as it should be for an evaluation. */
  readonly whole: boolean;
  /** Every rank has read to its end. */
  readonly ended: boolean;
  /** Rows that a rank read although another, or itself, did too; of a whole dataset: read twice by one rank. */
  readonly twice: readonly number[];
  /** Rows in the range of the ids that nobody (of a whole dataset: not everybody) has read. */
  readonly missing: readonly number[];
  /** Ids lie too far apart for a cell to stand for each id between them. */
  readonly sparse: boolean;
  /** Rows that were read and are not in the picture. */
  readonly cut: number;
}

/** The names of the datasets, in the order of first sight. */
export function datasetsOf(book: RowBook): string[] {
  return [...new Set(book.passes.map((pass) => pass.dataset))];
}

/** One pass as a map. The range of ids is that of all passes over the dataset, since its size is not known. */
export function shardMap(book: RowBook, pass: Pass, worldSize: number): ShardMap {
  const passes = book.passes.filter((other) => other.dataset === pass.dataset);
  const cut = pass.ranks.reduce((sum, { cut }) => sum + cut, 0);
  const { ids, sparse } = range(passes, pass);
  const readers = new Map<number, number[]>();
  for (const { rank, ids: read } of pass.ranks) {
    for (const id of read) {
      const known = readers.get(id);
      if (known) known.push(rank);
      else readers.set(id, [rank]);
    }
  }
  const cells = ids.map((id) => ({ id, readers: readers.get(id) ?? [] }));
  const ranks = Math.max(worldSize, pass.ranks.length);
  const ended = pass.ranks.length === ranks && pass.ranks.every((rank) => rank.ended);
  const whole = ranks > 1 && isWhole(cells, pass, ranks, ended);
  const distinct = (cell: Cell): number => new Set(cell.readers).size;
  return {
    cells,
    whole,
    ended,
    sparse,
    cut,
    shares: pass.ranks.map((reading) => share(reading, before(passes, pass, reading.rank))),
    twice: cells.filter((cell) => cell.readers.length > (whole ? distinct(cell) : 1)).map(({ id }) => id),
    missing: cells
      .filter((cell) => (whole ? distinct(cell) < ranks : distinct(cell) === 0))
      .map(({ id }) => id),
  };
}

function range(passes: readonly Pass[], pass: Pass): { ids: number[]; sparse: boolean } {
  let from = Infinity;
  let to = -Infinity;
  for (const { ranks } of passes) {
    for (const { ids } of ranks) {
      for (const id of ids) {
        from = Math.min(from, id);
        to = Math.max(to, id);
      }
    }
  }
  if (from > to) return { ids: [], sparse: false };
  if (to - from < MOST_CELLS) {
    return { ids: Array.from({ length: to - from + 1 }, (_, index) => from + index), sparse: false };
  }
  const seen = new Set(pass.ranks.flatMap(({ ids }) => ids));
  return { ids: [...seen].sort((a, b) => a - b).slice(0, MOST_CELLS), sparse: true };
}

/** While the ranks still read, a row that the slowest has read and all the others too says that nothing is divided. */
function isWhole(cells: readonly Cell[], pass: Pass, ranks: number, ended: boolean): boolean {
  const common = cells.filter((cell) => new Set(cell.readers).size === ranks).length;
  if (ended) return cells.length > 0 && common === cells.length;
  const least = Math.min(...pass.ranks.map(({ ids }) => new Set(ids).size));
  return pass.ranks.length === ranks && least > 0 && common === least;
}

/** What this rank read in the pass before this one, in the same attempt. */
function before(passes: readonly Pass[], pass: Pass, rank: number): RankReading | undefined {
  return passes
    .findLast((other) => other.attempt === pass.attempt && other.epoch === pass.epoch - 1)
    ?.ranks.find((other) => other.rank === rank);
}

function share(reading: RankReading, earlier: RankReading | undefined): RankShare {
  const { rank, ids, cut, batches, ended } = reading;
  const comparable = ended && earlier?.ended && cut === 0 && earlier.cut === 0 && ids.length > 1;
  const sameOrder = comparable ? earlier.ids.join() === ids.join() : null;
  return { rank, rows: ids.length + cut, batches, ended, sameOrder };
}
