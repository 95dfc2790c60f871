import type { ClusterSize } from '../protocol';

/** What a text is linted for, apart from the text itself. */
export interface LintContext {
  /** What the connected server's runs get; null until it has said so. */
  readonly cluster: ClusterSize | null;
  /** What the open exercise asks of the source, by the ids of its checks. */
  readonly claims: Readonly<Record<string, unknown>>;
}

export const NO_CONTEXT: LintContext = { cluster: null, claims: {} };

/**
 * The cluster of a run with so many Ray nodes, as the server lints for it: each has all the CPUs, and for the rules it
 * stays one machine, because they share a disk.
 */
export function onNodes(cluster: ClusterSize | null, nodes: number): ClusterSize | null {
  if (cluster === null) return null;
  return { ...cluster, resources: { ...cluster.resources, CPU: (cluster.resources.CPU ?? 0) * nodes } };
}

/** Whether each claim holds in the text, by the ids of the checks; null where the text does not tell. */
export type ClaimAnswers = Readonly<Record<string, boolean | null>>;

export const NO_ANSWERS: ClaimAnswers = {};

/** The same as the worker hands it to Python: JSON, or null where there is nothing to hand over. */
export interface WrittenContext {
  readonly cluster: string | null;
  readonly claims: string | null;
}

export function written({ cluster, claims }: LintContext): WrittenContext {
  return {
    cluster: cluster === null ? null : JSON.stringify(cluster),
    claims: Object.keys(claims).length === 0 ? null : JSON.stringify(claims),
  };
}
