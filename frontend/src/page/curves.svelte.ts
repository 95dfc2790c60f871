import { SvelteSet } from 'svelte/reactivity';
import { readingAt, readingBeside, type Reading } from '../charts/reading';
import { placeOf, REPORT, stepMetrics, TIME, xAxis, xRange, type XAxis } from '../charts/xaxis';
import { firstChoice, ranksOfAll, type Columns, type MetricColumns } from '../run/columns';
import { withRoom, type Range } from '../run/extent';
import { chartedColumns } from '../run/observedcolumns';
import type { RunState } from '../run/state';
import { Axis } from './axis.svelte';
import { AT_FIRST, MOST_CHARTS, readChoices, writeChoices, type ChartChoices } from './chartchoices';
import type { Memory } from './memory';

/**
 * What the charts of a run show and where the reader is in them: the choices, the ranks that are muted, the axis and
 * the report that is read. All charts have them in common.
 */
export class Curves {
  readonly muted = new SvelteSet<number>();
  /** The stretch that is being selected. */
  selected = $state.raw<Range | null>(null);
  choices = $state.raw<ChartChoices>(AT_FIRST);
  /** The report that was pointed at or stepped to, as long as the cursor is where it left it. */
  private pointed = $state.raw<Reading | null>(null);
  private readonly steps: Axis;

  constructor(
    private readonly current: () => RunState | null,
    private readonly time: Axis,
    private readonly memory: Memory,
  ) {
    this.choices = readChoices(memory);
    this.steps = new Axis(() => {
      const run = current();
      const range = run && xRange(this.metrics, this.x);
      return range && { of: `${run.runId} ${this.x.choice}`, range: withRoom(range) };
    });
  }

  /** What can have a chart: the metrics of the program, then what was observed. */
  readonly columns = $derived.by((): Columns => chartedColumns(this.current()));

  readonly names = $derived.by(() => [...this.columns.keys()]);

  readonly metrics = $derived.by((): readonly MetricColumns[] => {
    // What is observed of a first report comes just before it, and would have the chart for a moment.
    if (!this.current()?.reports) return [];
    const columns = this.columns;
    const wanted = this.choices.metrics.filter((name) => columns.has(name));
    const first = firstChoice([...(this.current()?.columns.keys() ?? [])]) ?? firstChoice(this.names);
    const shown = wanted.length > 0 || first === null ? wanted : [first];
    return shown.flatMap((name) => columns.get(name) ?? []);
  });

  private readonly xMetric = $derived.by(() => xAxis(this.current()?.columns, this.choices.x).by);

  /** The same object as long as nothing of it changes, because all that is read hangs on it. */
  readonly x = $derived.by((): XAxis => {
    const { x } = this.choices;
    return { choice: x === REPORT || this.xMetric ? x : TIME, by: this.xMetric };
  });

  /** The metrics that may stand on x. */
  readonly stepNames = $derived.by(() => stepMetrics(this.current()?.columns));

  readonly ranks = $derived.by((): readonly number[] => ranksOfAll(this.metrics));

  get attempts(): number {
    return this.current()?.attempts.length ?? 0;
  }

  /** The axis under the charts: the run's seconds, or steps. */
  get axis(): Axis {
    return this.x.choice === TIME ? this.time : this.steps;
  }

  /** The report at the cursor, which may have been put there by another drawing on the time axis. */
  readonly reading = $derived.by((): Reading | null => {
    const lead = this.metrics[0];
    const seconds = this.time.cursor;
    if (!lead || seconds === null) return null;
    if (this.pointed?.seconds === seconds) return this.pointed;
    const at = placeOf(lead, this.x, seconds, null);
    return at === null ? null : readingAt(lead, this.x, this.muted, at);
  });

  choose(part: Partial<ChartChoices>): void {
    this.choices = { ...this.choices, ...part };
    writeChoices(this.memory, this.choices);
    this.read(null);
  }

  /** Give a metric a chart, or take it away; the last one stays. */
  toggleMetric(name: string): void {
    const shown = this.metrics.map((metric) => metric.name);
    if (!shown.includes(name)) {
      if (shown.length < MOST_CHARTS) this.choose({ metrics: [...shown, name] });
    } else if (shown.length > 1) {
      this.choose({ metrics: shown.filter((other) => other !== name) });
    }
  }

  /** Bring a metric and a second of the run into sight for somebody who asked for them; that is no choice of theirs. */
  leadTo(name: string | null, seconds: number | null): void {
    const shown = this.metrics.map((metric) => metric.name);
    if (name !== null && this.names.includes(name) && !shown.includes(name)) {
      this.choices = { ...this.choices, metrics: [...shown.slice(0, MOST_CHARTS - 1), name] };
    }
    const seen = this.time.range;
    if (seconds !== null && seen && (seconds < seen.from || seconds > seen.to)) this.time.reset();
  }

  mute(rank: number): void {
    if (!this.muted.delete(rank)) this.muted.add(rank);
  }

  /** Show this rank alone; once more shows all again. */
  solo(rank: number): void {
    const others = this.ranks.filter((other) => other !== rank);
    const alone = this.isAlone(rank);
    this.muted.clear();
    if (!alone) for (const other of others) this.muted.add(other);
  }

  isAlone(rank: number): boolean {
    return !this.muted.has(rank) && this.ranks.every((other) => other === rank || this.muted.has(other));
  }

  /** Read the report nearest to this place on the axis of the charts. */
  point(at: number | null): void {
    const lead = this.metrics[0];
    this.read(at === null || !lead ? null : readingAt(lead, this.x, this.muted, at));
  }

  /** Read the report so many reports further on, and bring it into view. Gives it. */
  step(by: number): Reading | null {
    const lead = this.metrics[0];
    const reading = lead ? readingBeside(lead, this.x, this.muted, this.reading, by) : null;
    this.read(reading);
    const seen = this.axis.range;
    if (reading && seen && (reading.x < seen.from || reading.x > seen.to)) {
      const half = (seen.to - seen.from) / 2;
      this.axis.show({ from: reading.x - half, to: reading.x + half });
    }
    return reading;
  }

  private read(reading: Reading | null): void {
    this.pointed = reading;
    this.time.point(reading?.seconds ?? null);
    this.steps.point(reading?.x ?? null);
  }
}
