import type { RunState } from './state';

/** Why a run that is over has no curves; null while there may still be some. */
export function noCurvesWords(run: RunState | null): string | null {
  if (!run?.end) return null;
  const reported = run.attempts.some(({ ranks }) => ranks.some(({ reports }) => reports > 0));
  return reported
    ? 'No metric that was reported in this run is a number, so there are no curves to show.'
    : 'No rank reported anything in this run, so there are no curves to show.';
}

/** Why a run that is over has no checkpoints; null while there may still be some. */
export function noCheckpointsWords(run: RunState | null): string | null {
  if (!run?.end) return null;
  return run.checkpoints.uploads.length > 0
    ? 'No checkpoint of this run was finished: some ranks stored files, and Ray never kept them as a checkpoint.'
    : 'No checkpoint was reported in this run.';
}
