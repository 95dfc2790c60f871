import type { Phase } from '../protocol';

/** The phases of every run, in their order, so that a place on the screen can wait for each. */
export const PHASES: readonly Phase[] = [
  'queued',
  'cluster',
  'program',
  'workers',
  'process_group',
  'training',
  'finishing',
];

/** One stay in a phase, in unix seconds of the server. A restart enters `workers` again. */
export interface PhaseSpan {
  readonly phase: Phase;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** End the span that is open, and open one for `phase` unless that is null. */
export function changePhase(
  spans: readonly PhaseSpan[],
  phase: Phase | null,
  time: number,
): readonly PhaseSpan[] {
  const last = spans.at(-1);
  if (last?.endedAt === null && last.phase === phase) return spans;
  const ended = last?.endedAt === null ? [...spans.slice(0, -1), { ...last, endedAt: time }] : spans;
  return phase === null ? ended : [...ended, { phase, startedAt: time, endedAt: null }];
}

/** A phase as the strip shows it. `seconds` is null when the run has not been there. */
export interface PhaseView {
  readonly phase: Phase;
  readonly seconds: number | null;
  readonly active: boolean;
}

/** Those phases, and `apart` for a run that had it, with the seconds spent in each until `now` (the server's unix seconds). */
export function phaseViews(spans: readonly PhaseSpan[], now: number): PhaseView[] {
  const shown: readonly Phase[] = spans.some(({ phase }) => phase === 'apart')
    ? [...PHASES, 'apart']
    : PHASES;
  return shown.map((phase) => {
    const stays = spans.filter((span) => span.phase === phase);
    const seconds = stays.reduce((sum, stay) => sum + Math.max(0, (stay.endedAt ?? now) - stay.startedAt), 0);
    return {
      phase,
      seconds: stays.length === 0 ? null : seconds,
      active: stays.some((stay) => stay.endedAt === null),
    };
  });
}
