type Fetch = typeof globalThis.fetch;

/**
 * `fetch` that tells `onBytes` of every chunk of a body as it is read, and `onFailure` of an answer that is none.
 *
 * Pyodide only warns on the console when a part of its core cannot be fetched, and then waits for ever; so the
 * failure is told here, in a sentence that names the file.
 */
export function watchFetch(
  fetch: Fetch,
  onBytes: (bytes: number) => void,
  onFailure: (reason: string) => void,
): Fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const name = address.split('/').at(-1) ?? address;
    let response: Response;
    try {
      response = await fetch(input, init);
    } catch (error) {
      onFailure(`The linter did not load: ${name} could not be fetched.`);
      throw error;
    }
    if (!response.ok) onFailure(`The linter did not load: ${name} answered ${response.status}.`);
    if (response.body === null) return response;
    const { status, statusText } = response;
    const headers = new Headers(response.headers);
    // Compiling while it arrives asks for this type, which not every static host knows.
    if (name.endsWith('.wasm')) headers.set('content-type', 'application/wasm');
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        onBytes(chunk.byteLength);
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
  };
}
