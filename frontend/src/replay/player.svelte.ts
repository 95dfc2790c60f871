import type { RunState } from '../run/state';
import type { Timeline } from './timeline';

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16] as const;
export type Speed = (typeof SPEEDS)[number];

/** Calls back once before the next paint, with a clock in milliseconds. Specs stand in for it. */
export interface Frames {
  request(callback: (now: number) => void): number;
  cancel(handle: number): void;
}

const BROWSER: Frames = {
  request: (callback) => requestAnimationFrame(callback),
  cancel: (handle) => {
    cancelAnimationFrame(handle);
  },
};

/** Plays a recording: hands `show` the run as it was at the second that the player is at. */
export class Player {
  /** Seconds since the first record. */
  at = $state(0);
  playing = $state(false);
  speed = $state<Speed>(1);
  private frame: number | null = null;
  private before: number | null = null;
  private shown = -1;

  constructor(
    readonly timeline: Timeline,
    private readonly show: (run: RunState) => void,
    private readonly frames: Frames = BROWSER,
  ) {}

  get seconds(): number {
    return this.timeline.seconds;
  }

  /** What the server's clock said then, in unix seconds. */
  get now(): number {
    return this.timeline.zero + this.at;
  }

  /** Play on; from the beginning where there is nothing left. */
  play(): void {
    if (this.playing) return;
    if (this.at >= this.seconds) this.at = 0;
    this.playing = true;
    this.before = null;
    this.ask();
  }

  pause(): void {
    this.playing = false;
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Go to a second. Many in a row cost one drawing a frame. */
  seek(seconds: number): void {
    this.at = Math.min(Math.max(0, seconds), this.seconds);
    this.before = null;
    this.ask();
  }

  /** Go to the next record, or the one before. */
  step(by: 1 | -1): void {
    this.pause();
    const count = this.timeline.countAt(this.at);
    // Records of one moment are one step.
    if (by > 0) {
      this.seek(this.timeline.secondOf(count + 1));
      return;
    }
    const here = this.timeline.secondOf(count);
    this.seek(this.at > here ? here : this.timeline.secondOf(this.timeline.countAt(here - 1e-9)));
  }

  faster(): void {
    this.speed = SPEEDS[Math.min(SPEEDS.indexOf(this.speed) + 1, SPEEDS.length - 1)] ?? this.speed;
  }

  slower(): void {
    this.speed = SPEEDS[Math.max(SPEEDS.indexOf(this.speed) - 1, 0)] ?? this.speed;
  }

  /** Show nothing any more. */
  close(): void {
    this.pause();
    if (this.frame !== null) this.frames.cancel(this.frame);
    this.frame = null;
  }

  private ask(): void {
    this.frame ??= this.frames.request((now) => {
      this.frame = null;
      this.draw(now);
    });
  }

  private draw(now: number): void {
    if (this.playing) {
      if (this.before !== null) {
        this.at = Math.min(this.seconds, this.at + ((now - this.before) / 1000) * this.speed);
      }
      this.before = now;
      if (this.at >= this.seconds) this.playing = false;
    }
    const count = this.timeline.countAt(this.at);
    if (count !== this.shown) {
      this.shown = count;
      this.show(this.timeline.stateAt(count));
    }
    if (this.playing) this.ask();
  }
}
