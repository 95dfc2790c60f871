import type { Diagnosis, End, Phase } from '../protocol';
import { failureGroups, failureWords, ownFrame } from './failures';
import { PHASES } from './phases';
import type { RunState } from './state';
import { openStop, type StopState } from './stops';

/** How a line of the page should look: `quiet` before anything, then by what is known. */
export type Tone = 'quiet' | 'active' | 'stopped' | 'passed' | 'failed' | 'ended';

export interface Headline {
  readonly tone: Tone;
  readonly text: string;
}

/** What each phase is called, and what happens in it. */
export const PHASE_WORDS: Readonly<globalThis.Record<Phase, { name: string; doing: string }>> = {
  queued: { name: 'queued', doing: 'Waiting for its turn' },
  cluster: { name: 'cluster', doing: 'Ray is starting' },
  program: { name: 'program', doing: 'Your file runs up to fit()' },
  workers: { name: 'workers', doing: 'Ray starts one process per rank' },
  process_group: { name: 'group', doing: 'The ranks find each other' },
  training: { name: 'training', doing: 'Every rank runs your training loop' },
  finishing: { name: 'finishing', doing: 'Ray shuts the worker group down' },
  apart: { name: 'apart', doing: 'The server tries out what your program left and does, apart from it' },
};

/** How each end looks where nothing else is known: what the program did wrong is red, what others did is not. */
const TONES: Readonly<globalThis.Record<End, Tone>> = {
  completed: 'passed',
  program_failed: 'failed',
  impossible_request: 'failed',
  time_limit: 'failed',
  idle_limit: 'failed',
  output_limit: 'failed',
  out_of_memory: 'failed',
  too_many_processes: 'failed',
  harness_lost: 'failed',
  cancelled: 'ended',
  runner_failed: 'ended',
  server_stopped: 'ended',
};

/** One line that says where the run is or how it ended. It changes only when a person should hear of it. */
export function headline(run: RunState | null): Headline {
  if (run === null) return { tone: 'quiet', text: 'Nothing has run yet' };
  const stop = openStop(run.stops);
  if (run.end === null && stop) return { tone: 'stopped', text: stop.diagnosis.title };
  if (run.end === null) return { tone: 'active', text: doing(run) };
  if (run.verdict) {
    const passed = run.verdict.checks.filter((check) => check.outcome === 'passed').length;
    const count = `${passed} of ${run.verdict.checks.length} checks passed`;
    return run.verdict.passed
      ? { tone: 'passed', text: `Passed: ${count}` }
      : { tone: 'failed', text: `Not yet: ${count}` };
  }
  const diagnosis = run.diagnoses.find((found) => !isAdvice(run, found));
  if (diagnosis) return { tone: 'failed', text: diagnosis.title };
  return { tone: TONES[run.end.end], text: run.end.sentence };
}

/** Whether it did not end the run: the program may have done what it should, and could do it better. */
export function isAdvice(run: RunState, diagnosis: Diagnosis): boolean {
  return diagnosis.advice || run.end?.end === 'completed';
}

function doing(run: RunState): string {
  const phase = run.phases.at(-1)?.phase ?? PHASES[0] ?? 'queued';
  if (phase === 'queued' && run.ahead > 0) {
    return `Waiting: ${run.ahead} ${run.ahead === 1 ? 'run goes' : 'runs go'} first`;
  }
  return PHASE_WORDS[phase].doing;
}

/** The line of the learner's file that a run failed or stands at, with what went wrong there. */
export interface FailedLine {
  readonly line: number;
  readonly message: string;
  readonly look: 'failed' | 'waiting';
}

/** What a run has to say of why it failed or stands still: its diagnoses, or that of a stop that nothing ended. */
export function explanations(run: RunState): readonly Diagnosis[] {
  const unsolved = unsolvedStop(run)?.diagnosis;
  if (!unsolved || isAdvice(run, unsolved) || run.diagnoses.some(({ cause }) => cause === unsolved.cause)) {
    return run.diagnoses;
  }
  return [...run.diagnoses, unsolved];
}

/** The diagnosis names the line best; without one, the first cause whose traceback touches the learner's file. */
export function failedLine(run: RunState): FailedLine | null {
  for (const diagnosis of explanations(run)) {
    if (!diagnosis.where?.own || isAdvice(run, diagnosis)) continue;
    const { line } = diagnosis.where;
    const stopped = unsolvedStop(run)?.diagnosis.cause === diagnosis.cause;
    const failed = run.end !== null && run.end.end !== 'cancelled';
    if (!stopped || failed) return { line, message: diagnosis.title, look: 'failed' };
    const stands = run.end === null ? 'The run stands here' : 'The run stood here';
    return { line, message: `${stands}: ${diagnosis.title}`, look: 'waiting' };
  }
  // A rank that a fault took, or that lost another one, is nothing to mend in a program that came to its end.
  if (run.end?.end === 'completed') return null;
  for (const { failure } of failureGroups(run).causes) {
    const frame = ownFrame(failure.frames);
    if (frame) return { line: frame.line, message: failureWords(failure).title, look: 'failed' };
  }
  return null;
}

/** The stop that lasts, or in which the run was ended. */
function unsolvedStop(run: RunState): StopState | null {
  const last = run.stops.at(-1);
  return last && !last.resumed && (last.until === null || run.end !== null) ? last : null;
}
