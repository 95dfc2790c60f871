import { ACTIVITY_WORDS } from './activity';
import { sliceAt, type Lane } from './lanes';
import type { Stretch } from './stretches';
import { ACTIVITIES, sumOf, type Activity, type Parts } from './timespent';

/** In these a rank waits until other ranks have come. */
const FOR_OTHERS: readonly Activity[] = ['collective', 'report'];
/** What is before a loop and after it. */
const OUTSIDE: readonly Activity[] = ['starting', 'process_group', 'returned', 'raised'];
/** So many ranks are told one by one. */
const FEW = 4;

/** The share of a rank's loop, from 0 to 1, in which it waited for other ranks; null before it has one. */
export function waitingShare(lane: Lane): number | null {
  const whole = sumOf(lane.seconds) - sumOf(only(lane.seconds, OUTSIDE));
  return whole > 0 ? sumOf(only(lane.seconds, FOR_OTHERS)) / whole : null;
}

/** How much the ranks wait for each other, in a line; empty while nobody has said anything. */
export function waitingWords(lanes: readonly Lane[]): string {
  const waits = lanes
    .map((lane) => ({ rank: lane.rank, share: waitingShare(lane) }))
    .filter((wait): wait is { rank: number; share: number } => wait.share !== null);
  const [first] = waits;
  if (!first) return '';
  if (waits.length === 1) return `Rank ${first.rank} waits ${percent(first.share)} of its time.`;
  if (waits.length <= FEW) {
    const told = waits.map(({ rank, share }) => `rank ${rank} ${percent(share)}`);
    return `Time spent waiting for other ranks: ${told.join(', ')}.`;
  }
  const sorted = [...waits].sort((a, b) => a.share - b.share);
  const [least, ...others] = sorted;
  const next = others[0]?.share ?? 0;
  const most = others.at(-1)?.share ?? 0;
  return `Ranks spend ${percent(next)} to ${percent(most)} of their time waiting for others, rank ${least?.rank} ${percent(least?.share ?? 0)}.`;
}

/** What a rank was in at a second, in a few words; empty where nothing is known. */
export function laneWordsAt(lane: Lane | null, extra: readonly Stretch[], at: number): string {
  const here = extra.filter(({ from, to }) => from <= at && at < to);
  if (here.some(({ kind }) => kind === 'dead')) return 'dead';
  const held = here.some(({ kind }) => kind === 'paused') ? 'paused, ' : '';
  const index = lane ? sliceAt(lane, at) : -1;
  const parts = lane?.parts[index];
  if (parts) return held + partsWords(parts);
  const doing = here.find(({ activity }) => activity !== null)?.activity;
  if (doing) return held + ACTIVITY_WORDS[doing].name;
  return held === '' ? '' : 'paused';
}

/** The activities of a slice, the largest first: `backward 70 %, forward 30 %`. */
export function partsWords(parts: Parts): string {
  const whole = sumOf(parts);
  const told = ACTIVITIES.map((activity) => ({ activity, share: (parts[activity] ?? 0) / whole }))
    .filter(({ share }) => share >= 0.01)
    .sort((a, b) => b.share - a.share);
  if (told.length === 1 && told[0]) return ACTIVITY_WORDS[told[0].activity].name;
  return told.map(({ activity, share }) => `${ACTIVITY_WORDS[activity].name} ${percent(share)}`).join(', ');
}

/** The longest wait of a rank, as the table says it. */
export function longestWaitWords(lane: Lane): string {
  const wait = lane.longestWait;
  if (!wait) return 'none';
  return `${seconds(wait.seconds)} in ${ACTIVITY_WORDS[wait.activity].name}, from ${wait.from.toFixed(2)} s on`;
}

export function percent(share: number): string {
  return share > 0 && share < 0.005 ? '<1 %' : `${Math.round(100 * share)} %`;
}

function seconds(value: number): string {
  return value < 0.1 ? `${Math.round(1000 * value)} ms` : `${value.toFixed(2)} s`;
}

function only(parts: Parts, activities: readonly Activity[]): Parts {
  return Object.fromEntries(activities.map((activity) => [activity, parts[activity] ?? 0]));
}

/** A table's cells of each rank: its share of time in each activity, all of its time, and its longest wait. */
export function laneRows(
  lanes: readonly Lane[],
  activities: readonly Activity[],
): readonly { rank: number; cells: readonly string[] }[] {
  return lanes.map((lane) => {
    const whole = sumOf(lane.seconds);
    const shares = activities.map((activity) =>
      percent(whole > 0 ? (lane.seconds[activity] ?? 0) / whole : 0),
    );
    return { rank: lane.rank, cells: [...shares, `${whole.toFixed(2)} s`, longestWaitWords(lane)] };
  });
}
