/**
 * Hands the newest of many values on, at most once an animation frame.
 *
 * Ten thousand records of a replay then cost the page a few redraws and not ten thousand. A hidden page has no
 * animation frames, so a timer stands in: the state is complete when its reader comes back.
 */
export class Publisher<T> {
  private waiting: { value: T } | null = null;
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly publish: (value: T) => void,
    private readonly hiddenDelay = 250,
  ) {}

  offer(value: T): void {
    const scheduled = this.waiting !== null;
    this.waiting = { value };
    if (scheduled) return;
    this.frame = requestAnimationFrame(this.flush);
    this.timer = setTimeout(this.flush, this.hiddenDelay);
  }

  /** Forget what was offered and not yet handed on. */
  drop(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.waiting = null;
  }

  private readonly flush = (): void => {
    const waiting = this.waiting;
    this.drop();
    if (waiting) this.publish(waiting.value);
  };
}
