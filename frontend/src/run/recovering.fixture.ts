import type { CheckpointSaved, Event, FaultInjected } from '../protocol';
import { factsOf, recorded } from './recorded.fixture';
import { reduce } from './reduce';
import { emptyRun, type RunState } from './state';

/** A fault in rank 1, sent by the person after two reports. */
export function fault(action: FaultInjected['action'], part: Partial<FaultInjected> = {}): FaultInjected {
  return {
    kind: 'fault_injected',
    attempt: 1,
    rank: 1,
    action,
    by: 'person',
    reports: 2,
    seconds: 0,
    ...part,
  };
}

/** Report `index` of a rank. */
export function report(rank: number, index: number, attempt = 1): Event {
  const metrics = { loss: 1 };
  return {
    kind: 'metrics_reported',
    attempt,
    rank,
    index,
    metrics,
    with_checkpoint: false,
    other_types: {},
    reported_at: 0,
  };
}

/** Both ranks of an attempt. */
export function group(attempt: number): Event {
  return { kind: 'worker_group_started', attempt, ranks: [factsOf(0, 2), factsOf(1, 2)] };
}

/** A rank of the first attempt has died. */
export function failed(rank: number): Event {
  const head = { kind: 'worker_failed', attempt: 1, error_type: 'WorkerDied', message: '' } as const;
  return { ...head, rank, frames: [], traceback: '' };
}

/** A rank of the second attempt asked for its checkpoint. */
export function loaded(rank: number, name: string | null): Event {
  return { kind: 'checkpoint_loaded', attempt: 2, rank, name };
}

/** The checkpoint of the first attempt’s first report. */
export const SAVED: CheckpointSaved = {
  kind: 'checkpoint_saved',
  attempt: 1,
  index: 0,
  name: 'checkpoint_000000',
  metrics: {},
};

/** Second 0. */
export const STARTED: Event = {
  kind: 'run_started',
  runner: 'local',
  isolation: '',
  ray_version: '2.60.0',
  torch_version: '2.13.0',
  seconds_allowed: 300,
};

/** The state after these events, half a second apart, the first at 0.5 s. */
export function fold(...events: Event[]): RunState {
  return recorded([STARTED, ...events]).reduce(reduce, emptyRun('run-1'));
}
