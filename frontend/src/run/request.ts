import type { WorkersRequested } from '../protocol';

type Resources = WorkersRequested['cluster'];

/** What Ray was asked for and what the cluster has of it, in one or two sentences. */
export function requestWords({ workers, resources_per_worker, labels, cluster }: WorkersRequested): string {
  const asked = listed(resources_per_worker);
  const wanted = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  const place = wanted.length > 0 ? ` on nodes labelled ${wanted.join(', ')}` : '';
  const has = Object.fromEntries(Object.keys(resources_per_worker).map((name) => [name, cluster[name] ?? 0]));
  const who = `${workers} ${workers === 1 ? 'worker' : 'workers'}`;
  return `Ray was asked for ${who}${asked === '' ? '' : ` with ${asked} each`}${place}.${
    asked === '' ? '' : ` The whole cluster has ${listed(has)}.`
  }`;
}

function listed(resources: Resources): string {
  return Object.entries(resources)
    .map(([name, amount]) => `${name} ${Number(amount.toPrecision(4))}`)
    .join(', ');
}
