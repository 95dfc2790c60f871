/** What is going on that loading must not slow down. */
export interface Going {
  /** The linter has loaded. */
  readonly linted: boolean;
  /** A run was asked for and has not reported yet: its ranks start, and need every core. */
  readonly starting: boolean;
  /** A run is asked for or live. */
  readonly live: boolean;
}

/** Who wants completion: nobody yet, somebody who types, or somebody who pressed its key. */
export type Wish = 'none' | 'typing' | 'key';

/** The least wish that completion is loaded for: `none` loads it in idle time. */
export interface Device {
  readonly loadsFor: Wish;
}

/** What some browsers tell of a device. */
export interface Told {
  readonly deviceMemory?: number;
  readonly connection?: { readonly saveData?: boolean };
}

/** Gigabytes of memory up to which a device counts as small. */
const SMALL = 4;

/**
 * A second Python takes memory of its own. A phone and a small device get it once somebody types, as most who open a
 * link there read; a browser that was told to save data gets it, with its 1.6 MB, for its key alone.
 */
export function deviceOf(navigator: Told, isPhone: boolean): Device {
  if (navigator.connection?.saveData) return { loadsFor: 'key' };
  return { loadsFor: isPhone || (navigator.deviceMemory ?? Infinity) <= SMALL ? 'typing' : 'none' };
}

const STRENGTH: Readonly<Record<Wish, number>> = { none: 0, typing: 1, key: 2 };

/** What to do about completion that is not loaded: nothing, load it in a moment of rest, or load it at once. */
export function whenToLoad(wish: Wish, going: Going, { loadsFor }: Device): 'wait' | 'idle' | 'now' {
  if (wish === 'key') return 'now';
  if (!going.linted || going.starting || STRENGTH[wish] < STRENGTH[loadsFor]) return 'wait';
  if (wish === 'typing') return 'now';
  return going.live ? 'wait' : 'idle';
}

/** The part of the client that is used. */
export interface Warmed {
  readonly state: 'idle' | 'loading' | 'ready' | 'failed';
  start(): void;
  pause(): void;
}

/**
 * Loads completion when nothing else is waited for. A second Python that loads keeps a core busy, which the ranks of a
 * run need to start: loading that nobody asked for by key is given up for a run, and begun anew after it.
 */
export class Warming {
  private going: Going = { linted: false, starting: false, live: false };
  private wish: Wish = 'none';
  private cancel: (() => void) | null = null;

  constructor(
    private readonly client: Warmed,
    private readonly device: Device,
    private readonly whenIdle: (start: () => void) => () => void,
  ) {}

  follow(going: Going): void {
    // What was typed before a run needs no answers any more; loading in its midst would take a core from its ranks.
    if (going.starting && !this.going.starting && this.wish === 'typing') this.wish = 'none';
    this.going = going;
    if (going.starting && this.wish !== 'key' && this.client.state === 'loading') this.client.pause();
    this.decide();
  }

  want(wish: Wish): void {
    if (STRENGTH[wish] > STRENGTH[this.wish]) this.wish = wish;
    this.decide();
  }

  stop(): void {
    this.cancel?.();
    this.cancel = null;
  }

  private decide(): void {
    this.stop();
    if (this.client.state !== 'idle') return;
    const when = whenToLoad(this.wish, this.going, this.device);
    if (when === 'now') this.client.start();
    else if (when === 'idle') this.cancel = this.whenIdle(() => this.client.start());
  }
}

/** Call back in a moment of rest, within 5 s. Gives how to take it back. */
export function whenIdle(start: () => void): () => void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(start, { timeout: 5000 });
    return () => {
      cancelIdleCallback(handle);
    };
  }
  const timer = setTimeout(start, 1000);
  return () => {
    clearTimeout(timer);
  };
}
