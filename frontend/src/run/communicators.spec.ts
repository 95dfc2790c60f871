import { expect, test } from 'vitest';
import type { CommunicatorMismatched } from '../protocol';
import {
  communicatorRows,
  COMMUNICATORS_KEPT,
  NO_COMMUNICATORS,
  operationsOf,
  withCommunicator,
} from './communicators';

function told(part: Partial<CommunicatorMismatched> = {}): CommunicatorMismatched {
  return {
    kind: 'communicator_mismatched',
    attempt: 1,
    communicator: '0x4e01',
    size: 3,
    seconds: 4,
    ranks: [
      { rank: 1, operations: { AllReduce: 12 } },
      { rank: 0, operations: { AllReduce: 13, Broadcast: 1 } },
    ],
    silent: [2],
    ...part,
  };
}

test('of each communicator the newest word is kept', () => {
  const first = withCommunicator(NO_COMMUNICATORS, told(), 10);
  const other = withCommunicator(first, told({ communicator: '0x77' }), 11);
  const again = withCommunicator(other, told({ seconds: 6 }), 12);
  expect(again.map(({ communicator, seconds, at }) => [communicator, seconds, at])).toEqual([
    ['0x77', 4, 11],
    ['0x4e01', 6, 12],
  ]);
});

test('a new attempt forgets the communicators of the one before, and of many some are kept', () => {
  const first = withCommunicator(NO_COMMUNICATORS, told(), 10);
  expect(withCommunicator(first, told({ attempt: 2, communicator: '0x99' }), 20)).toHaveLength(1);
  const names = Array.from({ length: COMMUNICATORS_KEPT + 3 }, (_, index) => `0x${index}`);
  const many = names.reduce(
    (known, communicator) => withCommunicator(known, told({ communicator }), 0),
    NO_COMMUNICATORS,
  );
  expect(many.map(({ communicator }) => communicator)).toEqual(names.slice(-COMMUNICATORS_KEPT));
});

test('rows go by rank, say who is behind in what, and who did not answer', () => {
  expect(operationsOf(told())).toEqual(['AllReduce', 'Broadcast']);
  expect(communicatorRows(told())).toEqual([
    {
      rank: 0,
      counts: [
        { count: 13, behind: false },
        { count: 1, behind: false },
      ],
    },
    {
      rank: 1,
      counts: [
        { count: 12, behind: true },
        { count: 0, behind: true },
      ],
    },
    { rank: 2, counts: null },
  ]);
});
