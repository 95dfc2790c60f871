import type { FaultFailed, FaultInjected } from '../protocol';

/** The faults, and the refusals, that are kept of a run: the newest. */
export const FAULTS_KEPT = 500;

export interface FaultState extends FaultInjected {
  /** Seconds since the run began. */
  readonly at: number;
}

/** What was done to one rank in one attempt and still holds. */
export interface Affliction {
  readonly killedBy: FaultInjected['by'] | null;
  readonly paused: boolean;
  /** Seconds that each report waits; 0 is none. */
  readonly slow: number;
}

export function withFault(
  faults: readonly FaultState[],
  injected: FaultInjected,
  at: number,
): readonly FaultState[] {
  return [...faults, { ...injected, at }].slice(-FAULTS_KEPT);
}

export function withFailedFault(failed: readonly FaultFailed[], fault: FaultFailed): readonly FaultFailed[] {
  return [...failed, fault].slice(-FAULTS_KEPT);
}

/** What of all faults holds for a rank of an attempt. */
export function afflictionOf(faults: readonly FaultState[], attempt: number, rank: number): Affliction {
  let killedBy: Affliction['killedBy'] = null;
  let paused = false;
  let slow = 0;
  for (const fault of faults) {
    if (fault.attempt !== attempt || fault.rank !== rank) continue;
    if (fault.action === 'kill' || fault.action === 'kill_node') killedBy = fault.by;
    if (fault.action === 'pause') paused = true;
    if (fault.action === 'resume') paused = false;
    if (fault.action === 'slow') slow = fault.seconds;
  }
  return { killedBy, paused: paused && killedBy === null, slow };
}

/** Who did it, as the page says it. */
export const BY: Readonly<Record<FaultInjected['by'], string>> = { plan: 'by the server', person: 'by you' };

/** What happened, in words. */
export function faultWords({ action, rank, by, seconds }: FaultInjected): string {
  switch (action) {
    case 'kill':
      return `rank ${rank} killed ${BY[by]} (SIGKILL)`;
    case 'kill_node':
      return `the node of rank ${rank} killed ${BY[by]}, with every rank on it`;
    case 'raise':
      return `an exception sent to rank ${rank} ${BY[by]}, for its next report`;
    case 'slow':
      return seconds > 0
        ? `rank ${rank} slowed ${BY[by]}: each report waits ${seconds} s`
        : `rank ${rank} no longer slowed`;
    case 'pause':
      return `rank ${rank} paused ${BY[by]} (SIGSTOP)${seconds > 0 ? ` for ${seconds} s` : ''}`;
    case 'resume':
      return `rank ${rank} goes on (SIGCONT)`;
  }
}

const ASKED: Readonly<Record<FaultFailed['action'], string>> = {
  kill: 'To kill rank',
  kill_node: 'To kill the node of rank',
  raise: 'To send an exception to rank',
  slow: 'To slow rank',
  pause: 'To pause rank',
  resume: 'To resume rank',
};

/** What was to be done and why it was not, in words. */
export function failedFaultWords({ action, rank, by, reason }: FaultFailed): string {
  const whose = by === 'plan' ? 'planned with the run' : 'asked for by you';
  return `${ASKED[action]} ${rank}, ${whose}: ${reason}.`;
}
