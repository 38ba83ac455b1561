import type { ServiceOutputTypes } from '@aws-sdk/lib-dynamodb';
import type { InitializeHandlerOutput } from '@smithy/types';
import { documents } from '#functions/storage/table.ts';

type Query = {
  readonly IndexName?: string;
  readonly ExpressionAttributeValues: Readonly<Record<string, unknown>>;
  readonly ExclusiveStartKey?: object;
};

/**
 * Runs `work`, then `meanwhile`, then `work` again with indexes that do not show yet what has been written since the first time:
 * their queries get the same answers again. DynamoDB updates an index after its table.
 */
export async function repeatWithStaleIndex(
  work: () => Promise<unknown>,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<void> {
  const answers = new Map<string, InitializeHandlerOutput<ServiceOutputTypes>>();
  let mode: 'record' | 'pass' | 'repeat' = 'record';
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (call) => {
        const { IndexName, ExpressionAttributeValues, ExclusiveStartKey } = call.input as Query;
        if (commandName !== 'QueryCommand' || !IndexName || mode === 'pass') return next(call);
        const name = JSON.stringify([
          IndexName,
          ExpressionAttributeValues[':p'],
          ExclusiveStartKey,
        ]);
        const answer = (mode === 'repeat' && answers.get(name)) || (await next(call));
        answers.set(name, answer);
        return answer;
      },
    { step: 'initialize', name: 'staleIndex', priority: 'low' },
  );
  try {
    await work();
    mode = 'pass';
    await meanwhile();
    mode = 'repeat';
    await work();
  } finally {
    documents.middlewareStack.remove('staleIndex');
  }
}
