import { readable, type ChartInput } from './input';
import { meanBand, type MeanBand } from './meanband';
import { lastValues, valuesOf, type RankReading, type Reading } from './reading';
import { REPORT, TIME } from './xaxis';
import { numberAt } from '../run/numbers';

/** One number beside a chart, of a rank or of several (null). `value` null: there is none in this report. */
export interface ReadValue {
  readonly rank: number | null;
  readonly name: string;
  readonly value: number | null;
}

/** What a chart says in numbers: of the report that is read, else of the newest. */
export interface Readout {
  readonly where: string;
  readonly values: readonly ReadValue[];
  /** Where on the curves they are. */
  readonly dots: readonly { readonly rank: number | null; readonly x: number; readonly value: number }[];
  /** All of it in one sentence, for those who hear it. */
  readonly words: string;
}

/** What a chart tells in numbers, whatever of it is in sight. */
export type Told = Pick<ChartInput, 'columns' | 'x' | 'muted' | 'band'>;

export function readout(input: Told, reading: Reading | null): Readout {
  const where = reading === null ? 'newest' : placeWords(input, reading);
  const { values, dots } = input.band ? ofBand(input, reading) : ofRanks(input, reading);
  const spoken = values.map(({ name, value }) => `${name} ${value === null ? 'none' : readable(value)}`);
  return { where, values, dots, words: `${where}: ${spoken.join(', ')}` };
}

function placeWords({ columns, x }: Told, { attempt, report, seconds, x: at }: Reading): string {
  const several = [...columns.byRank.values()].some(({ stretches }) => stretches.length > 1);
  const own = x.choice === TIME || x.choice === REPORT ? '' : `, ${x.choice} ${readable(at)}`;
  return `report ${report}${several ? ` of attempt ${attempt}` : ''}${own}, ${seconds.toFixed(2)} s`;
}

function ofRanks({ columns, x, muted }: Told, reading: Reading | null): Pick<Readout, 'values' | 'dots'> {
  const newest = lastValues(columns, x, muted);
  const read = reading === null ? newest : valuesOf(columns, x, muted, reading);
  const byRank = new Map(read.map((one): [number, RankReading] => [one.rank, one]));
  return {
    values: newest.map(({ rank }) => ({
      rank,
      name: `rank ${rank}`,
      value: byRank.get(rank)?.value ?? null,
    })),
    dots: reading === null ? [] : read,
  };
}

function ofBand({ columns, x, muted }: Told, reading: Reading | null): Pick<Readout, 'values' | 'dots'> {
  const band = meanBand(columns, x, muted);
  const row = reading === null ? band.values.length - 1 : rowOf(band, reading);
  const mean = numberAt(band.values, row) ?? null;
  const at = numberAt(band.xs, row);
  return {
    values: [
      { rank: null, name: 'mean', value: mean },
      { rank: null, name: 'least', value: numberAt(band.low, row) ?? null },
      { rank: null, name: 'most', value: numberAt(band.high, row) ?? null },
    ],
    dots: reading === null || mean === null || at === undefined ? [] : [{ rank: null, x: at, value: mean }],
  };
}

/** The row of a report; past the end when the band has none. */
function rowOf(band: MeanBand, { attempt, report }: Reading): number {
  const place = band.stretches.findIndex((stretch) => stretch.attempt === attempt);
  const from = band.stretches[place]?.from ?? band.values.length;
  const end = band.stretches[place + 1]?.from ?? band.values.length;
  for (let row = from; row < end; row += 1) if (numberAt(band.numbers, row) === report) return row;
  return band.values.length;
}
