/** The scratchpad's name in the address. */
export const SCRATCH = 'scratch';
/** What comes before a case's name in the address; alone, it is the first case. */
export const TROUBLESHOOTING = 'troubleshooting';

/** What comes before a run's id in the address of somebody who only watches it. */
export const RUNS = 'runs';

/** What the address asks for: an exercise, the scratchpad or a case (`troubleshooting/<id>`), and perhaps a run of it. */
export interface Route {
  /** `RUNS` where the run itself says what it is of. */
  readonly place: string;
  readonly runId: string | null;
  /** A program in the link, packed. */
  readonly code?: string;
}

const PLACE = /^[a-z0-9-]{1,64}$/;
const RUN = /^[A-Za-z0-9_-]{1,64}$/;

/** Read `#train01` or `#troubleshooting/slow-storage/run/<run id>`; null when it names no place. */
export function parseRoute(hash: string): Route | null {
  const [first = '', ...rest] = hash.replace(/^#\/?/, '').split('/');
  if (!PLACE.test(first)) return null;
  if (first === RUNS) return RUN.test(rest[0] ?? '') ? { place: RUNS, runId: rest[0] ?? null } : null;
  const inside = first === TROUBLESHOOTING && PLACE.test(rest[0] ?? '') ? rest.shift() : undefined;
  const [word, given] = rest;
  const place = inside === undefined ? first : `${first}/${inside}`;
  if (word === 'code') return { place, runId: null, code: given ?? '' };
  return { place, runId: word === 'run' && given !== undefined && RUN.test(given) ? given : null };
}

export function formatRoute(route: Route): string {
  if (route.place === RUNS) return `#${RUNS}/${route.runId ?? ''}`;
  if (route.code !== undefined) return `#${route.place}/code/${route.code}`;
  return route.runId === null ? `#${route.place}` : `#${route.place}/run/${route.runId}`;
}

/** The route of `…/runs/<run id>`, which the server answers with the page; empty for every other path. */
export function hashOfPath(path: string): string {
  const [, runId = ''] = /\/runs\/([^/]+)$/.exec(path) ?? [];
  return RUN.test(runId) ? `#${RUNS}/${runId}` : '';
}
