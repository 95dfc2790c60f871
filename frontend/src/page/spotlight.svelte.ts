import type { Sight } from '../protocol';
import type { Axis } from './axis.svelte';

/** The panel of the page that shows a sight: the name of its file in `panels/run/shown`, and what it is called. */
export const PANELS: Readonly<Record<Sight['panel'], { readonly file: string; readonly name: string }>> = {
  curves: { file: 'Curves', name: 'the curves' },
  shard_map: { file: 'ShardMap', name: 'the shard map' },
  gradient_sync: { file: 'GradientSync', name: 'the gradients in step' },
  ranks: { file: 'Ranks', name: 'the ranks' },
  checkpoints: { file: 'Checkpoints', name: 'the checkpoints' },
  failures: { file: 'Failures', name: 'the failures' },
};

/** Where on the screen somebody asked to be led. Panels follow it: they turn to what it names, and are outlined. */
export class Spotlight {
  /** A new object for each asking, so that the same place can be asked for again. */
  at = $state.raw<Sight | null>(null);

  constructor(private readonly axis: Pick<Axis, 'point'>) {}

  show(sight: Sight): void {
    this.at = { ...sight };
    if (sight.seconds !== null) this.axis.point(sight.seconds);
  }
}

/** What of its panel a sight means: “loss of rank 2, report 7 at 3.4 s”. */
export function sightWords({ panel, rank, attempt, index, name, row, seconds }: Sight): string {
  const who = rank === null ? '' : `rank ${rank}`;
  const what = [name, who].filter((part) => part).join(panel === 'curves' ? ' of ' : ', ');
  const pass = panel === 'shard_map' ? `epoch ${index ?? 0}` : `report ${(index ?? 0) + 1}`;
  const parts = [
    what,
    index === null ? '' : pass,
    row === null ? '' : `row ${row}`,
    attempt === null || attempt === 1 ? '' : `attempt ${attempt}`,
  ].filter((part) => part !== '');
  const when = seconds === null ? '' : `at ${seconds.toFixed(1)} s`;
  return [parts.join(', '), when].filter((part) => part !== '').join(' ');
}
