import program from './anatomy.py?raw';

/** The small program that the chapter takes apart. It runs as it is. */
export const ANATOMY: string = program;

/** What a part of the program is and is there for. */
export interface Explained {
  /** How its first line begins; it lasts to the next part. */
  readonly starts: string;
  readonly title: string;
  /** Sentences in which `backticks` set names apart. */
  readonly says: readonly string[];
  /** What Ray's documentation calls what is used in it. */
  readonly names: readonly string[];
}

/** A part with its lines. */
export interface ProgramPart extends Explained {
  readonly code: string;
  /** Where it stands in the program, from 1. */
  readonly line: number;
}

/** Cut `source` where each part starts. Throws when a part is not there, or not in this order. */
export function partsOf(source: string, explained: readonly Explained[]): ProgramPart[] {
  const lines = source.trimEnd().split('\n');
  let from = 0;
  const starts = explained.map(({ starts, title }) => {
    const found = lines.findIndex((line, index) => index >= from && line.trimStart().startsWith(starts));
    if (found < 0) throw new Error(`no line after ${from} begins with “${starts}”, where “${title}” starts`);
    from = found + 1;
    return found;
  });
  return explained.map((part, index) => {
    const first = starts[index] ?? 0;
    return {
      ...part,
      line: first + 1,
      code: outdented(lines.slice(first, starts[index + 1])),
    };
  });
}

/** The lines without the blank ones around them and without the indentation that all of them have. */
function outdented(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const least = Math.min(...indents);
  return lines
    .map((line) => line.slice(least))
    .join('\n')
    .trimEnd();
}

/** The page of Ray's documentation about a name of its training API. */
export function documented(name: string): string {
  return `https://docs.ray.io/en/latest/train/api/doc/${name}.html`;
}

export const EXPLAINED: readonly Explained[] = [
  {
    starts: 'import tempfile',
    title: 'What it needs',
    says: [
      'Everything of Ray Train is in `ray.train`, and what is special to PyTorch in `ray.train.torch`. Ray need not be started: `fit()` does it where nobody has.',
    ],
    names: [],
  },
  {
    starts: 'def train_loop_per_worker',
    title: 'The loop, which every rank runs',
    says: [
      'This function is sent to each worker and called there once. All ranks run the same lines; what they see differs. `config` is the dictionary that the trainer is given below, and a parameter with a default would not be filled.',
      'What it uses from outside travels with it, so large things and open files are better made inside.',
    ],
    names: ['ray.train.torch.TorchTrainer'],
  },
  {
    starts: 'inputs = torch.randn',
    title: 'Rows, divided among the ranks',
    says: [
      '`prepare_data_loader` returns a new loader with a sampler that gives each rank its own part of the rows and moves each batch to the rank’s device.',
      '`batch_size` is what one rank takes. Two ranks with 16 make steps of 32 rows.',
    ],
    names: ['ray.train.torch.prepare_data_loader'],
  },
  {
    starts: 'net = nn.Linear',
    title: 'One model on all ranks',
    says: [
      '`prepare_model` moves the model to the device and, with two ranks or more, wraps it in `DistributedDataParallel`: all ranks begin with rank 0’s weights, and each `backward()` ends with the mean of all gradients.',
      'The optimizer is made of what came back. `net` stays the bare model inside the wrapper.',
    ],
    names: ['ray.train.torch.prepare_model'],
  },
  {
    starts: 'start = 0',
    title: 'Where it was, if it was anywhere',
    says: [
      '`get_checkpoint()` is `None` at the first start. After a failure it is the newest checkpoint, and *every* rank has to load it: weights, optimizer and the epoch that comes next.',
      '`weights_only=True` refuses files that would run code; `map_location` puts the tensors where this rank computes.',
    ],
    names: ['ray.train.get_checkpoint', 'ray.train.Checkpoint', 'ray.train.torch.get_device'],
  },
  {
    starts: 'for epoch in range',
    title: 'The training itself',
    says: [
      'Plain PyTorch. Every rank must go round equally often, for in each `backward()` it meets the others; one that stops early lets them wait.',
      '`set_epoch` gives each epoch an order of its own. A single rank has no such sampler, hence the `if`.',
    ],
    names: ['ray.train.get_context'],
  },
  {
    starts: 'mean = torch.tensor',
    title: 'What is told, and kept',
    says: [
      'Each rank has seen other rows and so has another loss. `all_reduce` replaces it by the sum over all ranks, on each of them; divided by their number it is the mean.',
      'Every rank calls `report`, and as often as the others: it waits until all have come. What rank 0 reports is what the result keeps.',
      'All ranks hold the same weights here, so rank 0 alone saves them, and the others report `None` for the checkpoint. The folder may go when `report` has returned, as the files are copied by then.',
    ],
    names: ['ray.train.report', 'ray.train.Checkpoint'],
  },
  {
    starts: 'trainer = TorchTrainer',
    title: 'How many, and what if one dies',
    says: [
      'From here on it is the driver, which runs once. `ScalingConfig` says how many workers there are and what each reserves. Without a `TorchConfig` the ranks talk over NCCL on GPUs and over gloo on CPUs.',
      '`FailureConfig` allows two new starts after a failure; left out, there is none. `CheckpointConfig` removes all checkpoints but the newest two.',
    ],
    names: [
      'ray.train.ScalingConfig',
      'ray.train.RunConfig',
      'ray.train.FailureConfig',
      'ray.train.CheckpointConfig',
    ],
  },
  {
    starts: 'result = trainer.fit()',
    title: 'Start, wait, and read what came out',
    says: [
      '`fit()` returns when all ranks are done, and raises when the training failed for good.',
      '`result.metrics` are those of the latest *checkpoint*. A training that never saves one has `None` there, whatever it reported.',
    ],
    names: ['ray.train.Result'],
  },
];

export const PARTS: readonly ProgramPart[] = partsOf(ANATOMY, EXPLAINED);
