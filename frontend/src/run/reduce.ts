import type { Event, EventRecord, MetricsReported } from '../protocol';
import { withAttempt, withAttemptEnded, withRank } from './attempts';
import { withBeginning } from './beginnings';
import { withLoad, withSaved, withUpload } from './checkpoints';
import { appendReport } from './columns';
import { withCommunicator } from './communicators';
import { withFailedFault, withFault } from './faults';
import { withSlices, withWholeReport } from './lanes';
import { appendLog, LOG_LIMITS } from './logs';
import { appendObserved } from './observedcolumns';
import { changePhase } from './phases';
import { withRows } from './rows';
import { withSample } from './samples';
import type { RunState } from './state';
import { withReported, withSteps } from './steps';
import { withStop, withStopEnded } from './stops';
import { withTime } from './timespent';

/** Fold one record into the state. Records must come in order of `seq`, as `RunSocket` delivers them. */
export function reduce(run: RunState, record: EventRecord): RunState {
  return applied({ ...run, lastSeq: record.seq }, record.event, record.time, record.seq);
}

function applied(run: RunState, event: Event, time: number, seq: number): RunState {
  const at = Math.max(0, time - (run.zero ?? time));
  run = { ...run, at };
  switch (event.kind) {
    case 'run_queued':
      return {
        ...run,
        exerciseId: event.exercise_id,
        fileName: event.file_name,
        source: event.source,
        ahead: event.ahead,
        zero: time,
        phases: changePhase(run.phases, 'queued', time),
      };
    case 'problems_found':
      return { ...run, problems: event };
    case 'queue_moved':
      return { ...run, ahead: event.ahead };
    case 'run_started':
      return { ...run, started: event, zero: time };
    case 'phase_changed':
      return { ...run, phases: changePhase(run.phases, event.phase, time) };
    case 'worker_group_started':
      return { ...run, attempts: withAttempt(run.attempts, event, at) };
    case 'worker_group_ended':
      return {
        ...run,
        attempts: withAttemptEnded(run.attempts, event.attempt, at),
        stops: withStopEnded(run.stops, at, false, event.attempt),
      };
    case 'model_prepared':
      return {
        ...run,
        attempts: withRank(run.attempts, event.attempt, event.rank, at, (rank) => ({
          ...rank,
          wrapper: event.wrapper,
          parameters: event.parameters,
        })),
      };
    case 'metrics_reported':
      return withReport(run, event, at);
    case 'checkpoint_saved':
      return { ...run, checkpoints: withSaved(run.checkpoints, event, at) };
    case 'checkpoint_uploaded':
      return { ...run, checkpoints: withUpload(run.checkpoints, event) };
    case 'checkpoint_loaded':
      return { ...run, checkpoints: withLoad(run.checkpoints, event, at) };
    case 'checkpoints_found':
      return { ...run, checkpoints: { ...run.checkpoints, found: event } };
    case 'checkpoint_reloaded':
      return { ...run, checkpoints: { ...run.checkpoints, reloaded: event } };
    case 'rows_read':
      return { ...run, rows: withRows(run.rows, event) };
    case 'steps_observed':
      appendObserved(run.observed, event, at);
      return { ...run, steps: withSteps(run.steps, event) };
    case 'training_began':
      return { ...run, beginnings: withBeginning(run.beginnings, event) };
    case 'run_repeated':
      return { ...run, repeated: event };
    case 'workers_requested':
      return { ...run, requested: event };
    case 'time_spent':
      return {
        ...run,
        spent: withTime(run.spent, event),
        lanes: withWholeReport(run.lanes, event, at),
      };
    case 'activities_timed':
      return { ...run, lanes: withSlices(run.lanes, event, run.zero ?? time, at) };
    case 'rank_sampled':
      return { ...run, samples: withSample(run.samples, event, at) };
    case 'communicator_mismatched':
      return { ...run, communicators: withCommunicator(run.communicators, event, at) };
    case 'progress_stopped':
      return { ...run, stops: withStop(run.stops, event, run.zero ?? time) };
    case 'progress_resumed':
      return { ...run, stops: withStopEnded(run.stops, at, true) };
    case 'fault_injected':
      return { ...run, faults: withFault(run.faults, event, at) };
    case 'fault_failed':
      return { ...run, failedFaults: withFailedFault(run.failedFaults, event) };
    case 'log_written':
      appendLog(run.logs, event, seq, at, LOG_LIMITS);
      return run;
    case 'worker_failed':
      return {
        ...run,
        failures: [...run.failures, { ...event, at }],
        attempts: withRank(run.attempts, event.attempt, event.rank, at, (rank) => ({
          ...rank,
          failed: true,
        })),
      };
    case 'program_failed':
      return { ...run, programFailure: event };
    case 'events_dropped':
      return { ...run, dropped: [...run.dropped, event] };
    case 'run_finished':
      return {
        ...run,
        phases: changePhase(run.phases, null, time),
        stops: withStopEnded(run.stops, at, false),
        end: { end: event.end, sentence: event.sentence, exitCode: event.exit_code, time },
      };
    case 'diagnosed':
      return { ...run, diagnoses: [...run.diagnoses, event.diagnosis] };
    case 'graded':
      return { ...run, verdict: event.verdict };
    default: {
      const unknown: never = event;
      console.warn('the server recorded an event that this page does not know; reload the page', unknown);
      return run;
    }
  }
}

function withReport(run: RunState, report: MetricsReported, at: number): RunState {
  appendReport(run.columns, report, at);
  return {
    ...run,
    reports: run.reports + 1,
    steps: withReported(run.steps, report),
    attempts: withRank(run.attempts, report.attempt, report.rank, at, (rank) => ({
      ...rank,
      reports: rank.reports + 1,
      lastMetrics: report.metrics,
      lastReportAt: at,
    })),
  };
}
