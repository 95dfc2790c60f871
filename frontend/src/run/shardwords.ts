import type { Pass } from './rows';
import type { ShardMap } from './shards';

const MOST_RANGES = 6;

/** Ids as a person writes them: "3, 7–9, 40 and 12 more". */
export function idRanges(ids: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const id of ids) {
    const last = ranges.at(-1);
    if (last && id === last[1] + 1) last[1] = id;
    else ranges.push([id, id]);
  }
  const said = ranges.slice(0, MOST_RANGES).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  const left = ranges.slice(MOST_RANGES).reduce((sum, [from, to]) => sum + to - from + 1, 0);
  return said.join(', ') + (left > 0 ? ` and ${left} more` : '');
}

/** The picture in words: who read how much, what was read twice and what is missing. */
export function shardSummary(map: ShardMap): string {
  if (map.cells.length === 0) {
    const batches = map.shares.map(
      ({ rank, batches }) => `rank ${rank}: ${counted(batches, 'batch', 'batches')}`,
    );
    return `${batches.join(', ')}. Its rows have no ids, so nobody can say which ones they were.`;
  }
  if (map.whole && map.missing.length === 0 && map.twice.length === 0) {
    const rows = counted(map.cells.length, 'row', 'rows');
    return map.ended
      ? `Every rank reads all ${rows}: this dataset is whole on each rank, not divided.`
      : `Every rank has read the same ${rows} so far: this dataset seems to be whole on each rank.`;
  }
  const shares = map.shares.map(({ rank, rows }) => `rank ${rank}: ${counted(rows, 'row', 'rows')}`);
  const open = map.ended ? 'missing' : 'not read yet';
  const kind = map.whole ? 'Whole on each rank so far. ' : '';
  return `${kind}${shares.join(', ')}, ${map.twice.length} read twice, ${map.missing.length} ${open}.`;
}

/** What the order of reading was like beside the pass before; empty when there is nothing to compare. */
export function orderSummary(map: ShardMap, pass: Pass): string {
  const compared = map.shares.filter(({ sameOrder }) => sameOrder !== null);
  if (compared.length === 0) return '';
  const same = compared.filter(({ sameOrder }) => sameOrder);
  const earlier = `epoch ${pass.epoch - 1}`;
  if (same.length === 0) return `Every rank read its rows in another order than in ${earlier}.`;
  if (same.length === compared.length)
    return `Every rank read the same rows in the same order as in ${earlier}.`;
  const ranks = same.map(({ rank }) => rank).join(', ');
  return `${same.length === 1 ? 'Rank' : 'Ranks'} ${ranks} read in the same order as in ${earlier}, the others did not.`;
}

/** One row of the map in words. */
export function rowSummary(map: ShardMap, pass: Pass, id: number): string {
  const cell = map.cells.find((other) => other.id === id);
  if (!cell) return `Row ${id} is not in the map.`;
  if (cell.readers.length === 0) return `Row ${id}: nobody has read it.`;
  const reads = pass.ranks.flatMap(({ rank, ids }) => {
    const at = ids.indexOf(id);
    const again = ids.filter((other) => other === id).length;
    if (at < 0) return [];
    return [`rank ${rank}, as number ${at + 1} of its ${ids.length}${again > 1 ? `, ${again} times` : ''}`];
  });
  return `Row ${id}: ${reads.join('; ')}.`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
