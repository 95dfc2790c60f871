import type { Event, EventRecord, RankFacts } from '../protocol';

/** Records for specs: `events` of one run, stamped from second 1000 on, half a second apart. */
export function recorded(events: readonly Event[], runId = 'run-1'): EventRecord[] {
  return events.map((event, index) => ({ run_id: runId, seq: index + 1, time: 1000 + index / 2, event }));
}

/** Facts of a rank on a single machine, for specs. */
export function factsOf(rank: number, worldSize: number): RankFacts {
  return {
    rank,
    local_rank: rank,
    node_rank: 0,
    world_size: worldSize,
    local_world_size: worldSize,
    node_ip: '127.0.0.1',
    pid: 4000 + rank,
    device: 'cpu',
    backend: 'gloo',
    master_addr: '127.0.0.1',
    master_port: '29500',
  };
}
