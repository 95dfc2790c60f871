/**
 * Hands the newest of many values on, at most once in so many milliseconds: the first at once, and the last in any case.
 */
export class Pace<T> {
  private waiting: { value: T } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = -Infinity;

  constructor(
    private readonly publish: (value: T) => void,
    private readonly every: number,
  ) {}

  offer(value: T): void {
    const scheduled = this.waiting !== null;
    this.waiting = { value };
    if (scheduled) return;
    const wait = this.last + this.every - performance.now();
    if (wait <= 0) this.flush();
    else this.timer = setTimeout(this.flush, wait);
  }

  /** Forget what was offered and not handed on, and that anything ever was. */
  drop(): void {
    clearTimeout(this.timer);
    this.waiting = null;
    this.last = -Infinity;
  }

  private readonly flush = (): void => {
    const waiting = this.waiting;
    this.waiting = null;
    this.last = performance.now();
    if (waiting) this.publish(waiting.value);
  };
}
