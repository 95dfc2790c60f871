import type { Problem } from './problem';

/** How grave a problem is, as a sign that needs no colour. */
export const SEVERITY_SIGNS: Record<Problem['severity'], string> = { error: '●', warning: '▲', info: '■' };

/** The class that colours it. */
export const SEVERITY_TONES: Record<Problem['severity'], string> = {
  error: 'failed',
  warning: 'waiting',
  info: 'info',
};
