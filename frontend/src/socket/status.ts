/** Whether records can come right now. `retryAt` is in the browser's milliseconds. */
export type LinkStatus =
  | { readonly state: 'connecting'; readonly tries: number }
  | { readonly state: 'open' }
  | { readonly state: 'offline'; readonly tries: number; readonly retryAt: number };

/** A value that tells its listeners when it changed, at once and from then on (Svelte's store contract). */
export class Observable<T> {
  private readonly listeners = new Set<(value: T) => void>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    this.current = value;
    for (const listener of this.listeners) listener(value);
  }

  subscribe(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    listener(this.current);
    return () => {
      this.listeners.delete(listener);
    };
  }
}
