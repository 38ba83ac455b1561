import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { jest } from '@jest/globals';
import { documents } from '#functions/storage/table.ts';

type Written = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** Records the steps of transactions; the returned function returns them and stops recording. */
export function recordTransactionSteps(): () => Written {
  const sent = jest.spyOn(documents, 'send');
  return () => {
    const steps = sent.mock.calls.flatMap(([command]) =>
      command instanceof TransactWriteCommand ? (command.input.TransactItems ?? []) : [],
    );
    sent.mockRestore();
    return steps;
  };
}
