import type { Accepted, MetricsReported, PhaseChanged, Recorded, Refused, RunFinished, Wire } from './types';

export type * from './types';

export type Answer = Accepted | Recorded | Refused;
export type Command = Wire['command'];
/** `Record` of the protocol under a name that does not hide TypeScript's own. */
export type EventRecord = Recorded['records'][number];
export type Event = EventRecord['event'];
export type Phase = PhaseChanged['phase'];
export type End = RunFinished['end'];
export type Metric = MetricsReported['metrics'][string];
