import type {
  Diagnosis,
  End,
  EventsDropped,
  FaultFailed,
  Metric,
  ProblemsFound,
  ProgramFailed,
  RankFacts,
  RunRepeated,
  RunStarted,
  TrainingBegan,
  Verdict,
  WorkerFailed,
  WorkersRequested,
} from '../protocol';
import { NO_BEGINNINGS } from './beginnings';
import { NO_CHECKPOINTS, type CheckpointBook } from './checkpoints';
import type { Columns } from './columns';
import { NO_COMMUNICATORS, type CommunicatorState } from './communicators';
import type { FaultState } from './faults';
import { NO_LANES, type LaneBook } from './lanes';
import { emptyLogBook, type LogBook } from './logs';
import type { PhaseSpan } from './phases';
import { NO_ROWS, type RowBook } from './rows';
import { NO_SAMPLES, type SampleBook } from './samples';
import { NO_STEPS, type StepBook } from './steps';
import { NO_STOPS, type StopState } from './stops';
import { NO_TIME, type SpentBook } from './timespent';

/** One rank of one attempt. `facts` is null when it reported or failed before its worker group was announced. */
export interface RankState {
  readonly rank: number;
  readonly facts: RankFacts | null;
  readonly wrapper: string | null;
  readonly parameters: number | null;
  readonly reports: number;
  readonly lastMetrics: Readonly<globalThis.Record<string, Metric>> | null;
  readonly lastReportAt: number | null;
  readonly failed: boolean;
}

/** One worker group. Times are seconds since the run began. */
export interface AttemptState {
  readonly attempt: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly ranks: readonly RankState[];
}

export interface FailureState extends WorkerFailed {
  /** Seconds since the run began. */
  readonly at: number;
}

export interface EndState {
  readonly end: End;
  readonly sentence: string;
  readonly exitCode: number | null;
  /** Unix seconds of the server. */
  readonly time: number;
}

/**
 * Everything the page shows of a run, folded from its records.
 *
 * Each step gives a new object, so that a panel sees what changed by identity. `columns`, `logs` and the ids in `rows`
 * grow in place because a run has tens of thousands of them: after a step, only the newest state may be folded on.
 */
export interface RunState {
  readonly runId: string;
  readonly lastSeq: number;
  readonly exerciseId: string | null;
  readonly fileName: string;
  readonly source: string | null;
  readonly ahead: number;
  /** What the server's linter found in the source before the run; null when it found nothing. */
  readonly problems: ProblemsFound | null;
  readonly started: RunStarted | null;
  /** Unix seconds of the server at second 0 of the time axis: the permit, or the queueing before it. */
  readonly zero: number | null;
  /** Seconds since then of the newest record. */
  readonly at: number;
  readonly phases: readonly PhaseSpan[];
  readonly attempts: readonly AttemptState[];
  readonly columns: Columns;
  /** What the playground saw of each report that is a number, in columns of its own that grow in place too. */
  readonly observed: Columns;
  /** Finite and non-finite reports so far; tells a chart that `columns` grew. */
  readonly reports: number;
  readonly logs: LogBook;
  readonly rows: RowBook;
  readonly steps: StepBook;
  /** What each rank of the newest attempt began from. */
  readonly beginnings: readonly TrainingBegan[];
  /** What Ray Train asked Ray for, last; null before it asked. */
  readonly requested: WorkersRequested | null;
  readonly samples: SampleBook;
  readonly spent: SpentBook;
  /** What each rank was in, on the time axis. It grows in place like `columns`. */
  readonly lanes: LaneBook;
  readonly stops: readonly StopState[];
  /** Communicators of which NCCL says that nothing moves there. */
  readonly communicators: readonly CommunicatorState[];
  readonly checkpoints: CheckpointBook;
  readonly faults: readonly FaultState[];
  readonly failedFaults: readonly FaultFailed[];
  readonly failures: readonly FailureState[];
  readonly programFailure: ProgramFailed | null;
  readonly dropped: readonly EventsDropped[];
  readonly diagnoses: readonly Diagnosis[];
  /** The run more with what the host drew; null where there was none. */
  readonly repeated: RunRepeated | null;
  readonly verdict: Verdict | null;
  readonly end: EndState | null;
}

export function emptyRun(runId: string): RunState {
  return {
    runId,
    lastSeq: 0,
    exerciseId: null,
    fileName: 'program.py',
    source: null,
    ahead: 0,
    problems: null,
    started: null,
    zero: null,
    at: 0,
    phases: [],
    attempts: [],
    columns: new Map(),
    observed: new Map(),
    reports: 0,
    logs: emptyLogBook(),
    rows: NO_ROWS,
    steps: NO_STEPS,
    beginnings: NO_BEGINNINGS,
    requested: null,
    samples: NO_SAMPLES,
    spent: NO_TIME,
    lanes: NO_LANES,
    stops: NO_STOPS,
    communicators: NO_COMMUNICATORS,
    checkpoints: NO_CHECKPOINTS,
    faults: [],
    failedFaults: [],
    failures: [],
    programFailure: null,
    dropped: [],
    diagnoses: [],
    repeated: null,
    verdict: null,
    end: null,
  };
}

/** The ranks to show: those of the newest attempt. */
export function currentRanks(run: RunState): readonly RankState[] {
  return run.attempts.at(-1)?.ranks ?? [];
}
