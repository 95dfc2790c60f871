import type { Frame, ProgramFailed } from '../protocol';
import type { FailureState, RunState } from './state';

/** The same failure of one rank or of several; `rank` null is the driver. */
export interface FailureGroup {
  readonly attempt: number | null;
  readonly ranks: readonly (number | null)[];
  readonly failure: FailureState | ProgramFailed;
}

/** What failed, and apart from it what only followed from that. */
export interface FailureGroups {
  readonly causes: readonly FailureGroup[];
  readonly consequences: readonly FailureGroup[];
}

/** What a rank says that lost another one in the middle of a collective, or the actor through which ranks report. */
const LOST_A_PEER =
  /connection (was )?(closed|reset|refused|aborted)|closed by peer|lost connection|broken pipe|socket (timeout|closed)|SynchronizationActor/i;
/** What `fit()` raises to pass on what failed in the ranks. */
const PASSED_ON = new Set(['WorkerGroupError', 'TrainingFailedError', 'ControllerError']);

/**
 * The failures of a run, the same one of several ranks as one.
 *
 * Where nothing but consequences is known, they are what failed: nobody is left with an empty list.
 */
export function failureGroups(run: RunState): FailureGroups {
  const workers = grouped(run.failures);
  const lost = workers.filter((group) => followed(run, group));
  const causes = workers.filter((group) => !lost.includes(group));
  if (!run.programFailure) return { causes, consequences: lost };
  const driver: FailureGroup = { attempt: null, ranks: [null], failure: run.programFailure };
  return PASSED_ON.has(run.programFailure.error_type) && causes.length > 0
    ? { causes, consequences: [...lost, driver] }
    : { causes: [...causes, driver], consequences: lost };
}

/** What Ray says of a process that is gone, whatever it died of. */
const GONE = new Set(['WorkerHealthCheckFailedError', 'ActorDiedError', 'ActorUnavailableError']);
const LONGEST_TITLE = 200;

/** A failure as one line, and what there is to unfold below it: the message where the line is not all of it. */
export function failureWords(
  failure: Pick<FailureState | ProgramFailed, 'error_type' | 'message' | 'frames'>,
): {
  title: string;
  more: string | null;
  gone: boolean;
} {
  const { error_type, message, frames } = failure;
  const whole = message === '' ? error_type : `${error_type}: ${message}`;
  if (GONE.has(error_type) && !ownFrame(frames)) {
    return { title: 'its process ended without a Python error', more: whole, gone: true };
  }
  const line = whole.trim().split('\n', 1)[0] ?? '';
  const title = line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE)}…` : line;
  return { title, more: title === whole.trim() ? null : whole, gone: false };
}

/** The learner's own frame nearest to the error; it comes first. */
export function ownFrame(frames: readonly Frame[]): Frame | null {
  return frames.find((frame) => frame.own) ?? null;
}

/** Frames of the learner's file, the nearest to the error first, and how many others there are. */
export function foldedFrames(frames: readonly Frame[]): { own: readonly Frame[]; others: number } {
  const own = frames.filter((frame) => frame.own);
  return { own, others: frames.length - own.length };
}

/** A rank lost its peer, and another rank of the attempt failed in a way that is not that. */
function followed(run: RunState, { attempt, failure }: FailureGroup): boolean {
  if (!LOST_A_PEER.test(failure.message)) return false;
  return run.failures.some((other) => other.attempt === attempt && !LOST_A_PEER.test(other.message));
}

function grouped(failures: readonly FailureState[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const failure of failures) {
    const { attempt, error_type, message, frames, rank } = failure;
    const key = JSON.stringify([attempt, error_type, message, ownFrame(frames)?.line ?? null]);
    const known = groups.get(key);
    groups.set(
      key,
      known ? { ...known, ranks: [...known.ranks, rank] } : { attempt, ranks: [rank], failure },
    );
  }
  return [...groups.values()].map((group) => ({
    ...group,
    ranks: [...group.ranks].sort((a, b) => (a ?? -1) - (b ?? -1)),
  }));
}
