/** The scratchpad's name in the address. */
export const SCRATCH = 'scratch';

/** What the address asks for: an exercise or the scratchpad, and perhaps one of its runs. */
export interface Route {
  readonly place: string;
  readonly runId: string | null;
}

const PLACE = /^[a-z0-9-]{1,64}$/;
const RUN = /^[A-Za-z0-9_-]{1,64}$/;

/** Read `#train01` or `#train01/run/<run id>`; null when it names no place. */
export function parseRoute(hash: string): Route | null {
  const [place = '', word, runId] = hash.replace(/^#\/?/, '').split('/');
  if (!PLACE.test(place)) return null;
  return { place, runId: word === 'run' && runId !== undefined && RUN.test(runId) ? runId : null };
}

export function formatRoute(route: Route): string {
  return route.runId === null ? `#${route.place}` : `#${route.place}/run/${route.runId}`;
}
