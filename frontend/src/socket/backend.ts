/** Where the server is, as seen from this page. */
export interface Backend {
  /** URL of an HTTP path such as `api/exercises`. */
  http(path: string): string;
  /** URL of the one WebSocket. */
  readonly socket: string;
  /** Whether the page itself comes from it. */
  readonly own: boolean;
  /** What to call the server in a sentence. */
  readonly name: string;
}

/** `address` is a URL, or empty for the place the page itself came from. */
export function backendAt(address: string, page: string): Backend {
  const base = new URL(address === '' ? '.' : address, page);
  if (base.protocol !== 'http:' && base.protocol !== 'https:') {
    throw new Error(
      `settings.json: got backend ${JSON.stringify(address)}; expected an http or https URL, or "" for the page's own server`,
    );
  }
  base.hash = '';
  base.search = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const socket = new URL('api/socket', base);
  socket.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:';
  return {
    http: (path) => new URL(path, base).href,
    socket: socket.href,
    own: address === '',
    name: base.host,
  };
}

/** Read `settings.json` beside the page. Without one, the page's own server is meant. */
export async function findBackend(page: string): Promise<Backend> {
  const answer = await fetch(new URL('settings.json', page), { cache: 'no-cache' }).catch(() => null);
  if (!answer?.ok) return backendAt('', page);
  const settings: unknown = await answer.json().catch((reason: unknown) => {
    throw new Error(`settings.json: ${String(reason)}; expected JSON such as {"backend": ""}`);
  });
  if (typeof settings === 'object' && settings !== null && 'backend' in settings) {
    if (typeof settings.backend === 'string') return backendAt(settings.backend, page);
    throw new Error(`settings.json: got backend ${JSON.stringify(settings.backend)}; expected a string`);
  }
  return backendAt('', page);
}
