import type { RankFacts } from '../protocol';

/** Where the second Ray node of a run listens (`SECOND_NODE` of the protocol); the first holds the program itself. */
const SECOND_NODE = '127.0.0.3';

/** Whether a rank with these facts is on the node that can be taken away. */
export function isOnSecondNode(facts: Pick<RankFacts, 'node_ip'> | null): boolean {
  return facts?.node_ip === SECOND_NODE;
}
