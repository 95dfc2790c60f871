import type { ClaimAnswers } from '../lint/context';
import type { CheckResult, CheckView, Verdict } from '../protocol';

/** How a line of the checklist stands; `open` until there is something to judge it by. */
export type Shown = CheckResult['outcome'] | 'open';

/**
 * What to show of `check`. One that reads the source follows the text as it is typed, and says only what is done: what
 * is still missing there is open and no failure. Every other follows the newest verdict.
 */
export function shownOutcome(check: CheckView, verdict: Verdict | null, answers: ClaimAnswers): Shown {
  const answer = answers[check.id];
  if (check.claim !== null && answer !== undefined) return answer === true ? 'passed' : 'open';
  return verdict?.checks.find(({ check_id }) => check_id === check.id)?.outcome ?? 'open';
}
