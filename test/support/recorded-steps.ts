import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { jest } from '@jest/globals';
import { documents } from '../../functions/storage/table.ts';

type Written = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** Looks on while transactions are written; the answer tells their steps so far, and stops looking. */
export function recordedSteps(): () => Written {
  const sent = jest.spyOn(documents, 'send');
  return () => {
    const steps = sent.mock.calls.flatMap(([command]) =>
      command instanceof TransactWriteCommand ? (command.input.TransactItems ?? []) : [],
    );
    sent.mockRestore();
    return steps;
  };
}
