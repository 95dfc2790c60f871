import type { CommunicatorMismatched } from '../protocol';

/** What NCCL said last of one communicator, and when, in seconds since the run began. */
export interface CommunicatorState extends CommunicatorMismatched {
  readonly at: number;
}

/** The communicators that are shown, those told of last. */
export const COMMUNICATORS_KEPT = 8;

export const NO_COMMUNICATORS: readonly CommunicatorState[] = [];

/** The newest word on each communicator of the newest attempt. */
export function withCommunicator(
  known: readonly CommunicatorState[],
  told: CommunicatorMismatched,
  at: number,
): readonly CommunicatorState[] {
  const others = known.filter(
    ({ attempt, communicator }) => attempt === told.attempt && communicator !== told.communicator,
  );
  return [...others, { ...told, at }].slice(-COMMUNICATORS_KEPT);
}

/** One rank's row: the counts in the order of `operationsOf`, or null where its process did not answer. */
export interface CommunicatorRow {
  readonly rank: number;
  readonly counts: readonly { readonly count: number; readonly behind: boolean }[] | null;
}

/** The kinds of collectives that any rank has begun, by name. */
export function operationsOf({ ranks }: CommunicatorMismatched): readonly string[] {
  return [...new Set(ranks.flatMap(({ operations }) => Object.keys(operations)))].sort();
}

/** What each rank has begun, by rank; `behind` are those that another rank has begun more often. */
export function communicatorRows(told: CommunicatorMismatched): readonly CommunicatorRow[] {
  const operations = operationsOf(told);
  const most = operations.map((name) => Math.max(...told.ranks.map((rank) => rank.operations[name] ?? 0)));
  const answered = told.ranks.map((one): CommunicatorRow => ({
    rank: one.rank,
    counts: operations.map((name, index) => {
      const count = one.operations[name] ?? 0;
      return { count, behind: count < (most[index] ?? 0) };
    }),
  }));
  const silent = told.silent.map((rank): CommunicatorRow => ({ rank, counts: null }));
  return [...answered, ...silent].sort((a, b) => a.rank - b.rank);
}
