import type { RowsRead } from '../protocol';

/** The row ids kept of one rank, over all its passes. The oldest pass is cut first. */
export const ROWS_KEPT = 20_000;
/** The passes kept of a run. */
export const PASSES_KEPT = 400;

/** What one rank read in one pass, in the order of reading. `ids` grows in place. */
export interface RankReading {
  readonly rank: number;
  readonly ids: number[];
  /** Rows that were read here and whose ids are not kept. */
  readonly cut: number;
  readonly batches: number;
  readonly ended: boolean;
}

/** One pass over one dataset in one attempt, by all the ranks that began it. */
export interface Pass {
  readonly attempt: number;
  readonly dataset: string;
  readonly source: RowsRead['source'];
  readonly epoch: number;
  readonly ranks: readonly RankReading[];
}

/** All passes in the order in which they began, and how many older ones are forgotten. */
export interface RowBook {
  readonly passes: readonly Pass[];
  readonly forgotten: number;
}

export const NO_ROWS: RowBook = { passes: [], forgotten: 0 };

/** The book with one piece more. */
export function withRows(book: RowBook, read: RowsRead): RowBook {
  const index = book.passes.findLastIndex((pass) => isOf(pass, read));
  const before = index < 0 ? emptyPass(read) : book.passes[index];
  if (!before) return book;
  const pass = { ...before, ranks: withPiece(before.ranks, read) };
  const passes = index < 0 ? [...book.passes, pass] : book.passes.with(index, pass);
  const over = Math.max(0, passes.length - PASSES_KEPT);
  return { passes: bounded(passes.slice(over), pass, read.rank), forgotten: book.forgotten + over };
}

function isOf(pass: Pass, read: RowsRead): boolean {
  return pass.epoch === read.epoch && pass.dataset === read.dataset && pass.attempt === read.attempt;
}

function emptyPass({ attempt, dataset, source, epoch }: RowsRead): Pass {
  return { attempt, dataset, source, epoch, ranks: [] };
}

function withPiece(ranks: readonly RankReading[], read: RowsRead): readonly RankReading[] {
  const known = ranks.find((other) => other.rank === read.rank);
  const before = known ?? { rank: read.rank, ids: [], cut: 0, batches: 0, ended: false };
  const room = before.cut > 0 ? 0 : Math.max(0, ROWS_KEPT - before.ids.length);
  before.ids.push(...read.rows.slice(0, room));
  const changed = {
    ...before,
    cut: before.cut + Math.max(0, read.rows.length - room),
    batches: before.batches + read.batches,
    ended: before.ended || read.ended,
  };
  return [...ranks.filter((other) => other.rank !== read.rank), changed].sort((a, b) => a.rank - b.rank);
}

/** The passes with no more than `ROWS_KEPT` ids of `rank`: the oldest go, the one being read stays. */
function bounded(passes: readonly Pass[], reading: Pass, rank: number): readonly Pass[] {
  let over = -ROWS_KEPT;
  for (const pass of passes) over += of(pass, rank)?.ids.length ?? 0;
  if (over <= 0) return passes;
  return passes.map((pass) => {
    const held = of(pass, rank);
    if (over <= 0 || pass === reading || !held || held.ids.length === 0) return pass;
    over -= held.ids.length;
    const emptied = { ...held, ids: [], cut: held.cut + held.ids.length };
    return { ...pass, ranks: pass.ranks.map((other) => (other === held ? emptied : other)) };
  });
}

function of(pass: Pass, rank: number): RankReading | undefined {
  return pass.ranks.find((other) => other.rank === rank);
}
