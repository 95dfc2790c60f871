/** What can be marked on the time axis. */
export type MarkKind =
  | 'checkpoint'
  | 'restore'
  | 'evaluation'
  | 'failure'
  | 'kill'
  | 'raise'
  | 'slow'
  | 'pause'
  | 'resume'
  | 'kill_node'
  | 'stop';

/** How a kind of mark looks and is called, on the chart and in its legend. */
export interface Sign {
  readonly sign: string;
  readonly property: string;
  readonly word: string;
  /** Whether its name stands beside its line. */
  readonly named: boolean;
  readonly name: (rank: number | null) => string;
}

function sign(text: string, property: string, word: string, named = true): Sign {
  return {
    sign: text,
    property,
    word,
    named,
    name: (rank) => (rank === null ? word : `${word} rank ${rank}`),
  };
}

export const SIGNS: Readonly<Record<MarkKind, Sign>> = {
  checkpoint: sign('◆', '--storage', 'checkpoint', false),
  evaluation: sign('△', '--data', 'evaluation', false),
  restore: sign('↺', '--storage', 'restored'),
  failure: sign('✗', '--failed', 'failed', false),
  kill: sign('✖', '--failed', 'kill'),
  kill_node: sign('✖', '--failed', 'kill the node of'),
  raise: sign('!', '--failed', 'raise in'),
  slow: sign('»', '--waiting', 'slow'),
  pause: sign('‖', '--waiting', 'pause'),
  resume: sign('▸', '--waiting', 'resume'),
  stop: sign('⋯', '--waiting', 'nothing goes on'),
};
