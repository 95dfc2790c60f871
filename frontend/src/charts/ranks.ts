/** How one rank looks, wherever it is drawn. */
export interface RankStyle {
  /** The custom property that holds its colour, which differs between the themes. */
  readonly property: string;
  /** The custom property of what can be read on that colour. */
  readonly ink: string;
  /** Canvas and SVG dash; empty is a solid line. */
  readonly dash: readonly number[];
}

const COLOURS = 8;
/** Those of the light theme that are too deep for black text. */
const DEEP = new Set([2, 4, 7]);
const DASHES: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

/**
 * Eight colours in Okabe and Ito's order, and a dash that changes with each rank, so that two ranks never differ by
 * colour alone and no two of the first 32 look the same.
 */
export function rankStyle(rank: number): RankStyle {
  const round = Math.floor(rank / COLOURS);
  return {
    property: `--rank-${rank % COLOURS}`,
    ink: DEEP.has(rank % COLOURS) ? '--on-deep-rank' : '--on-rank',
    dash: DASHES[(rank + round) % DASHES.length] ?? [],
  };
}
