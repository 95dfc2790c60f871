import type { Range } from '../run/extent';

/** The deepest zoom: so much of the whole. */
const DEEPEST = 1e-5;

/** What is to be shown on an axis: the whole of something, under a name that changes when it is something else. */
export interface Whole {
  readonly of: string;
  readonly range: Range;
}

/**
 * One horizontal axis that several drawings share: what of it is visible, and where the cursor is.
 *
 * It shows the whole, which grows while a run goes on, until somebody zooms or pans. From then on it stays where they
 * look, until `reset` or until it is the axis of something else.
 */
export class Axis {
  private looked = $state.raw<Whole | null>(null);
  private pointed = $state.raw<{ readonly of: string; readonly at: number } | null>(null);
  private known: Whole | null = null;
  /** The same object as long as it is the same stretch: a drawing of it then has nothing to do. */
  private readonly whole = $derived.by(() => {
    const found = this.find();
    if (!found || !this.known || !isSame(found, this.known)) this.known = found;
    return this.known;
  });

  /** `find` gives what there is to show, and null while there is nothing. It is asked again when what it read changed. */
  constructor(private readonly find: () => Whole | null) {}

  /** All that there is, null while there is nothing. */
  get extent(): Range | null {
    return this.whole?.range ?? null;
  }

  /** What is visible, null while there is nothing to see. */
  get range(): Range | null {
    if (this.whole === null) return null;
    return this.looked?.of === this.whole.of ? this.looked.range : this.whole.range;
  }

  /** Whether the newest comes into view by itself. */
  get following(): boolean {
    return this.looked === null || this.looked.of !== this.whole?.of;
  }

  /** Where the reader points, null when they do not. */
  get cursor(): number | null {
    return this.pointed !== null && this.pointed.of === this.whole?.of ? this.pointed.at : null;
  }

  point(at: number | null): void {
    this.pointed = at === null || this.whole === null ? null : { of: this.whole.of, at };
  }

  /** Look at this stretch. It is kept within the whole; one as wide as the whole follows again. */
  show(wanted: Range): void {
    if (this.whole === null) return;
    const { range, of } = this.whole;
    const all = range.to - range.from;
    const width = Math.max(wanted.to - wanted.from, all * DEEPEST);
    if (width >= all) {
      this.reset();
      return;
    }
    const from = Math.min(Math.max(wanted.from, range.from), range.to - width);
    this.looked = { of, range: { from, to: from + width } };
  }

  /** Show `factor` times as much (less than 1 zooms in), and keep what is at `around` where it is. */
  zoom(factor: number, around?: number): void {
    const seen = this.range;
    if (seen === null) return;
    const fixed = around ?? this.cursor ?? (seen.from + seen.to) / 2;
    this.show({
      from: fixed - (fixed - seen.from) * factor,
      to: fixed + (seen.to - fixed) * factor,
    });
  }

  /** Move the view by a share of what is visible; negative looks at earlier. */
  pan(share: number): void {
    const seen = this.range;
    if (seen === null || this.following) return;
    const by = (seen.to - seen.from) * share;
    this.show({ from: seen.from + by, to: seen.to + by });
  }

  /** Show the whole, and follow it. */
  reset(): void {
    this.looked = null;
  }
}

function isSame(one: Whole, other: Whole): boolean {
  return one.of === other.of && one.range.from === other.range.from && one.range.to === other.range.to;
}
