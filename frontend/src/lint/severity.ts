import type { Problem } from './problem';

/** How grave a problem is, as a sign that needs no colour. */
export const SEVERITY_SIGNS: Record<Problem['severity'], string> = { error: '●', warning: '▲', info: '■' };

/** The class that colours it. */
export const SEVERITY_TONES: Record<Problem['severity'], string> = {
  error: 'failed',
  warning: 'waiting',
  info: 'info',
};

const GRAVITY: Record<Problem['severity'], number> = { error: 0, warning: 1, info: 2 };

/** The gravest first, so that an error is not below a page of imports that nobody uses; else as they came. */
export function gravestFirst(problems: readonly Problem[]): readonly Problem[] {
  return [...problems].sort((one, other) => GRAVITY[one.severity] - GRAVITY[other.severity]);
}
