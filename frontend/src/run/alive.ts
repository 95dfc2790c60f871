import type { Phase } from '../protocol';
import { afflictionOf } from './faults';
import { readableBytes } from './sizes';
import { currentRanks, type RankState, type RunState } from './state';

/** How a part of a run stands: not there yet, at work, gone as it should be, or gone before its time. */
export type Liveness = 'ahead' | 'alive' | 'ended' | 'lost';

export interface Part {
  readonly state: Liveness;
  /** What it does or did, with its numbers. */
  readonly words: string;
}

export interface AliveRank extends Part {
  readonly rank: number;
}

/** The parts that a run of Ray Train is made of, as they are now. `data` is null where no Ray Data is used. */
export interface Alive {
  readonly driver: Part;
  readonly controller: Part;
  readonly group: Part;
  readonly ranks: readonly AliveRank[];
  readonly processGroup: Part;
  readonly storage: Part;
  readonly data: Part | null;
}

/** What of `run` is alive at its newest record. */
export function aliveNow(run: RunState | null): Alive {
  const phase = run?.end ? null : (run?.phases.at(-1)?.phase ?? null);
  return {
    driver: driver(run, phase),
    controller: controller(run, phase),
    group: group(run),
    ranks: run ? currentRanks(run).map((rank) => aliveRank(run, rank)) : [],
    processGroup: processGroup(run, phase),
    storage: storage(run, phase),
    data: data(run),
  };
}

const part = (state: Liveness, words: string): Part => ({ state, words });
const counted = (count: number, what: string, many = `${what}s`): string =>
  `${count} ${count === 1 ? what : many}`;
const DRIVEN: readonly (Phase | null)[] = ['program', 'workers', 'process_group', 'training', 'finishing'];
const CONTROLLED: readonly (Phase | null)[] = ['workers', 'process_group', 'training', 'finishing'];

function driver(run: RunState | null, phase: Phase | null): Part {
  if (run?.end) {
    if (!run.phases.some((stay) => DRIVEN.includes(stay.phase))) return part('ahead', 'was never started');
    const { exitCode } = run.end;
    const how = exitCode === null ? 'ended before its time' : `ended with exit status ${exitCode}`;
    return part(exitCode === 0 ? 'ended' : 'lost', how);
  }
  if (phase === 'program') return part('alive', 'runs your file up to fit()');
  if (DRIVEN.includes(phase)) return part('alive', 'waits in fit() for the controller');
  return phase === 'apart' ? part('ended', 'has ended') : part('ahead', 'starts when you press Run');
}

function controller(run: RunState | null, phase: Phase | null): Part {
  const attempt = run?.attempts.at(-1);
  if (run === null || !run.phases.some((stay) => CONTROLLED.includes(stay.phase))) {
    return part('ahead', 'fit() starts it');
  }
  const told = `${counted(run.attempts.length, 'attempt')}, ${counted(run.reports, 'report')} of all ranks together`;
  switch (phase) {
    case 'workers':
      return part('alive', asks(run));
    case 'process_group':
      return part('alive', 'lets the ranks meet');
    case 'training':
      return part(
        'alive',
        `attempt ${attempt?.attempt ?? 1}, ${counted(run.reports, 'report')} of all ranks together`,
      );
    case 'finishing':
      return part('alive', 'shuts the worker group down');
    default:
      return part('ended', told);
  }
}

function asks(run: RunState): string {
  const workers = run.requested?.workers;
  const again = run.attempts.length > 0 ? ', again' : '';
  return workers === undefined
    ? 'asks Ray for workers'
    : `asks Ray for ${counted(workers, 'worker')}${again}`;
}

function group(run: RunState | null): Part {
  const attempt = run?.attempts.at(-1);
  if (!run || !attempt) return part('ahead', 'the controller asks Ray for it');
  const nodes = new Set(attempt.ranks.map(({ facts }) => facts?.node_rank ?? 0)).size;
  const has = `${counted(attempt.ranks.length, 'process', 'processes')} on ${counted(nodes, 'node')}`;
  const lost = attempt.ranks.filter((rank) => aliveRank(run, rank).state === 'lost').length;
  if (lost > 0) return part('lost', `${has}, ${lost} of them lost`);
  return part(attempt.endedAt === null && !run.end ? 'alive' : 'ended', has);
}

function aliveRank(run: RunState, { rank, facts, failed, reports }: RankState): AliveRank {
  const attempt = run.attempts.at(-1);
  const killed = afflictionOf(run.faults, attempt?.attempt ?? 1, rank).killedBy !== null;
  const where = facts ? `process ${facts.pid} on ${facts.device}, ` : '';
  const words = `${where}${counted(reports, 'report')}`;
  if (killed) return { rank, state: 'lost', words: `${words}, then killed` };
  if (failed) return { rank, state: 'lost', words: `${words}, then failed` };
  return { rank, state: attempt?.endedAt === null && !run.end ? 'alive' : 'ended', words };
}

function processGroup(run: RunState | null, phase: Phase | null): Part {
  const ranks = run ? currentRanks(run) : [];
  const facts = ranks.find((rank) => rank.facts !== null)?.facts;
  if (!run || !facts) return part('ahead', 'the ranks open it before your loop begins');
  if (facts.backend === 'none') return part('ahead', 'this run has none');
  const steps = run.steps.reports.at(-1);
  const mine = steps?.ranks[0];
  const traffic =
    steps && mine && mine.all_reduces > 0
      ? `; before report ${steps.index + 1} each rank made ${counted(mine.all_reduces, 'all-reduce')} of ${readableBytes(mine.all_reduce_bytes)} together`
      : '';
  const words = `${facts.backend} at ${facts.master_addr}:${facts.master_port}${traffic}`;
  if (group(run).state === 'lost') return part('lost', words);
  return part(phase === 'process_group' || phase === 'training' ? 'alive' : 'ended', words);
}

function storage(run: RunState | null, phase: Phase | null): Part {
  const book = run?.checkpoints;
  if (!book || book.saved.length === 0) return part('ahead', 'holds no checkpoint');
  const bytes = book.uploads.reduce(
    (sum, { files }) => sum + files.reduce((size, file) => size + file.size, 0),
    0,
  );
  const size = bytes > 0 ? `, ${readableBytes(bytes)} written` : '';
  const kept = book.found ? `, ${book.found.checkpoints.length} kept` : '';
  return part(
    phase === null ? 'ended' : 'alive',
    `${counted(book.saved.length, 'checkpoint')}${size}${kept}`,
  );
}

function data(run: RunState | null): Part | null {
  const passes = (run?.rows.passes ?? []).filter(({ source }) => source === 'ray_data');
  const names = [...new Set([...(run?.requested?.datasets ?? []), ...passes.map(({ dataset }) => dataset)])];
  if (!run || names.length === 0) return null;
  const rows = passes.reduce(
    (sum, { ranks }) => sum + ranks.reduce((read, { ids, cut }) => read + ids.length + cut, 0),
    0,
  );
  const stands = group(run).state;
  return part(
    stands === 'lost' ? 'ended' : stands,
    `${names.join(', ')}: ${counted(rows, 'row')} read by the ranks`,
  );
}
