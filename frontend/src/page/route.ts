/** The scratchpad's name in the address. */
export const SCRATCH = 'scratch';
/** What comes before a case's name in the address; alone, it is the first case. */
export const TROUBLESHOOTING = 'troubleshooting';

/** What the address asks for: an exercise, the scratchpad or a case (`troubleshooting/<id>`), and perhaps a run of it. */
export interface Route {
  readonly place: string;
  readonly runId: string | null;
}

const PLACE = /^[a-z0-9-]{1,64}$/;
const RUN = /^[A-Za-z0-9_-]{1,64}$/;

/** Read `#train01` or `#troubleshooting/slow-storage/run/<run id>`; null when it names no place. */
export function parseRoute(hash: string): Route | null {
  const [first = '', ...rest] = hash.replace(/^#\/?/, '').split('/');
  if (!PLACE.test(first)) return null;
  const inside = first === TROUBLESHOOTING && PLACE.test(rest[0] ?? '') ? rest.shift() : undefined;
  const [word, runId] = rest;
  return {
    place: inside === undefined ? first : `${first}/${inside}`,
    runId: word === 'run' && runId !== undefined && RUN.test(runId) ? runId : null,
  };
}

export function formatRoute(route: Route): string {
  return route.runId === null ? `#${route.place}` : `#${route.place}/run/${route.runId}`;
}
