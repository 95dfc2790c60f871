/** Something worth doing in every program, why, and the rules of the linter that watch over it. */
export interface Practice {
  readonly do: string;
  readonly why: string;
  /** Code and name of each. */
  readonly rules: readonly (readonly [code: string, name: string])[];
}

export interface PracticeGroup {
  readonly title: string;
  readonly practices: readonly Practice[];
}

/** Sentences in which `backticks` set names of a program apart. */
export const PRACTICES: readonly PracticeGroup[] = [
  {
    title: 'Model and gradients',
    practices: [
      {
        do: 'Train what `prepare_model` gives back.',
        why: 'The wrapper is what averages the gradients. Call it, not the model inside, and make the optimizer of its parameters; else each rank trains a model of its own and nothing fails.',
        rules: [
          ['RTL101', 'model-not-prepared'],
          ['RTL153', 'prepared-model-thrown-away'],
          ['RTL149', 'forward-past-the-wrapper'],
        ],
      },
      {
        do: 'Leave device and process group to Ray Train.',
        why: 'Each rank has its own device, and the group is open before your loop begins. `train.torch.get_device()` names the right one on CPU and GPU alike.',
        rules: [
          ['RTL143', 'hard-coded-device'],
          ['RTL141', 'own-process-group'],
        ],
      },
      {
        do: 'Clear the gradients, step, and evaluate in `eval()` mode.',
        why: 'Old rules of PyTorch that many ranks make dearer: the mistake is averaged and then made everywhere.',
        rules: [
          ['RTL148', 'gradients-never-cleared'],
          ['RTL154', 'optimizer-never-steps'],
          ['RTL152', 'evaluation-in-training-mode'],
        ],
      },
    ],
  },
  {
    title: 'Data',
    practices: [
      {
        do: 'Divide the rows: `prepare_data_loader`, or datasets given to the trainer.',
        why: 'A plain `DataLoader` gives all rows to every rank, which is the same work several times.',
        rules: [
          ['RTL120', 'loader-not-prepared'],
          ['RTL127', 'dataset-not-from-trainer'],
          ['RTL123', 'iterable-dataset-not-sharded'],
        ],
      },
      {
        do: 'Tell the sampler each epoch.',
        why: 'Without `set_epoch` every epoch comes in the same order.',
        rules: [['RTL122', 'set-epoch-missed']],
      },
      {
        do: 'Give each rank random data of its own.',
        why: 'One seed on all ranks draws the same batch on each of them. Put the rank into the seed of the data, and not into that of the model.',
        rules: [['RTL126', 'same-random-data-on-each-rank']],
      },
      {
        do: 'Remember that the batch size is one rank’s.',
        why: 'N ranks take N batches in a step. Divide a global batch size by the world size, or adapt the learning rate.',
        rules: [['RTL124', 'global-batch-size-per-worker']],
      },
    ],
  },
  {
    title: 'Meeting the other ranks',
    practices: [
      {
        do: 'Let every rank report, and equally often.',
        why: '`train.report` waits for all. Guard what a rank *says* by its number, never whether it comes.',
        rules: [
          ['RTL102', 'report-under-rank-guard'],
          ['RTL108', 'metrics-keys-differ'],
        ],
      },
      {
        do: 'Call collectives on all ranks, in one order, with one shape.',
        why: 'An `all_reduce` of some ranks waits for the rest. So does a loop that ends earlier on one of them.',
        rules: [
          ['RTL103', 'collective-under-rank-guard'],
          ['RTL104', 'rank-local-decision'],
          ['RTL105', 'rank-dependent-number-of-steps'],
          ['RTL106', 'collective-of-different-shape'],
        ],
      },
      {
        do: 'Report numbers, and those of all ranks where it matters.',
        why: 'A tensor is refused; `.item()` makes a number of it. A checkpoint keeps rank 0’s metrics, so average first what differs from rank to rank.',
        rules: [
          ['RTL144', 'tensor-reported'],
          ['RTL146', 'metric-of-one-rank'],
          ['RTL145', 'loss-accumulated-as-graph'],
        ],
      },
    ],
  },
  {
    title: 'Checkpoints and failures',
    practices: [
      {
        do: 'Save all that a fresh process does not know, and load it on every rank.',
        why: 'Weights, the optimizer’s state and the epoch. `prepare_model` copies weights to the other ranks; nobody copies an optimizer.',
        rules: [
          ['RTL305', 'checkpoint-not-loaded'],
          ['RTL306', 'checkpoint-partly-restored'],
          ['RTL307', 'epoch-restart'],
        ],
      },
      {
        do: 'Allow failures only together with a way back.',
        why: '`max_failures` starts the loop again. A loop that never asks `get_checkpoint()` starts at zero each time.',
        rules: [['RTL212', 'max-failures-without-resume']],
      },
      {
        do: 'Save the bare model, and load with `weights_only=True`.',
        why: 'The wrapper puts `module.` before each name, and a pickle that is loaded without that flag can run code.',
        rules: [
          ['RTL318', 'wrapped-state-saved'],
          ['RTL308', 'torch-load-unsafe'],
        ],
      },
      {
        do: 'Report a checkpoint if you want metrics afterwards.',
        why: '`Result.metrics` are the latest checkpoint’s. Without one they are `None`.',
        rules: [
          ['RTL301', 'metrics-without-checkpoint'],
          ['RTL309', 'checkpoint-without-metrics'],
        ],
      },
      {
        do: 'Say which checkpoints are good, and ask for the best.',
        why: '`result.checkpoint` is the latest. A score is looked up by its name in the metrics, and the highest is kept unless you say `min`.',
        rules: [
          ['RTL213', 'score-never-reported'],
          ['RTL214', 'score-keeps-the-worst'],
          ['RTL311', 'latest-taken-for-best'],
        ],
      },
      {
        do: 'On several nodes, use a storage that all of them see.',
        why: 'A local folder is another folder on each node, and a checkpoint in parts is none.',
        rules: [
          ['RTL215', 'local-storage-on-several-nodes'],
          ['RTL216', 'relative-storage-path'],
        ],
      },
    ],
  },
  {
    title: 'Resources and configuration',
    practices: [
      {
        do: 'Say what each worker needs, in Ray’s own keys.',
        why: '`"CPU"` and `"GPU"`, in capitals and per worker. Ray waits for ever for a resource that no node has.',
        rules: [
          ['RTL204', 'wrong-resource-key'],
          ['RTL203', 'gpu-without-use-gpu'],
          ['RTL206', 'more-than-the-cluster-has'],
        ],
      },
      {
        do: 'Leave a CPU for Ray Data.',
        why: 'Its tasks run beside the ranks. Where the workers reserve everything, the first batch never comes.',
        rules: [['RTL207', 'no-cpu-left-for-ray-data']],
      },
      {
        do: 'Let the loop take `config`, without a default.',
        why: 'A parameter with a default is left at it, so `train_loop_config` would be ignored.',
        rules: [
          ['RTL211', 'config-ignored'],
          ['RTL210', 'missing-config-key'],
        ],
      },
      {
        do: 'Write for Train V2.',
        why: 'Some names of V1 still import and do nothing, such as `ray.air.session`: no error, and no curve.',
        rules: [
          ['RTL403', 'old-session'],
          ['RTL401', 'removed-name'],
          ['RTL405', 'removed-argument'],
        ],
      },
    ],
  },
];
