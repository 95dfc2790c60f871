import type { Collective } from '../protocol';
import type { SampledRank } from './samples';
import type { Activity } from './timespent';

/** How an activity is called in a table or a legend, and what it is. */
export const ACTIVITY_WORDS: Readonly<Record<Activity, { name: string; means: string }>> = {
  starting: { name: 'starting', means: 'its process starts' },
  process_group: { name: 'process group', means: 'the ranks find each other' },
  loop: {
    name: 'own lines',
    means: 'your loop’s own lines: the optimizer, and the forward pass of a model that is not in DDP',
  },
  data: { name: 'data', means: 'waits for a batch' },
  forward: { name: 'forward', means: 'the forward pass of a model in DDP' },
  backward: { name: 'backward', means: 'the backward pass, DDP’s gradient all-reduce included' },
  collective: { name: 'collective', means: 'a call that needs the other ranks' },
  serialise: { name: 'torch.save', means: 'writes tensors to a file with torch.save' },
  report: { name: 'report', means: 'inside train.report, where Ray waits for all ranks' },
  checkpoint: { name: 'checkpoint', means: 'uploads a checkpoint within train.report' },
  returned: { name: 'returned', means: 'its loop has returned' },
  raised: { name: 'raised', means: 'its loop has raised' },
};

/** Shorter than this and the time says nothing: a healthy rank changes what it does many times a second. */
const LEAST_SECONDS = 1;

/** What a rank does now, in one line: `in all_reduce, its collective 13, float32[10, 4], for 6 s`. */
export function doingWords(sample: SampledRank): string {
  const ended = sample.activity === 'returned' || sample.activity === 'raised';
  const lasting =
    sample.seconds >= LEAST_SECONDS
      ? ended
        ? `${Math.round(sample.seconds)} s ago`
        : `for ${Math.round(sample.seconds)} s`
      : '';
  return [doing(sample.activity, sample.collective), lasting].filter((part) => part !== '').join(', ');
}

/** What its program caught and went on after, in one line; null where there is nothing, or where it ended the loop. */
export function caughtWords({ activity, raised }: SampledRank): string | null {
  if (raised === null || activity === 'raised') return null;
  const often = raised.count === 1 ? '' : `, ${raised.count} times`;
  return `went on after ${raised.error_type} in ${raised.activity}${often}`;
}

function doing(activity: Activity, collective: Collective | null): string {
  switch (activity) {
    case 'starting':
      return 'starts';
    case 'process_group':
      return 'looks for the other ranks';
    case 'loop':
      return 'in its own lines';
    case 'data':
      return 'waits for a batch';
    case 'forward':
      return 'in the forward pass';
    case 'backward':
      return 'in the backward pass';
    case 'collective':
      return collective ? collectiveWords(collective) : 'in a collective';
    case 'serialise':
      return 'in torch.save';
    case 'report':
      return 'in train.report, where Ray waits for all ranks';
    case 'checkpoint':
      return 'uploads its checkpoint';
    case 'returned':
      return 'its loop returned';
    case 'raised':
      return 'its loop raised';
  }
}

function collectiveWords({ name, sequence, shape, group, root }: Collective): string {
  // A message is between two ranks, and no collective of all that could be counted.
  const message = /^(send|recv)/.exec(name);
  const what = message
    ? [`in ${name}${root === null ? '' : ` ${message[1] === 'send' ? 'to' : 'from'} rank ${root}`}`]
    : [`in ${name}`, `its collective ${sequence}`];
  const parts = [...what, shape, group === '' ? '' : `group ${group}`];
  return parts.filter((part) => part !== '').join(', ');
}
