import { jest } from '@jest/globals';
import { documents } from '../../functions/storage/table.ts';

/**
 * Runs `work`, and `meanwhile` to its end just before the first write of `work` that names the partition: two calls that
 * overlap, in an order that no timing decides.
 */
export async function beforeWrite<Result>(
  partition: string,
  work: () => Promise<Result>,
  meanwhile: () => Promise<unknown>,
): Promise<Result> {
  const send = documents.send.bind(documents);
  const spied = jest.spyOn(documents, 'send').mockImplementation((async (
    command: Parameters<typeof send>[0],
  ) => {
    if (isWriteOf(command, partition)) {
      spied.mockRestore();
      await meanwhile();
    }
    return send(command);
  }) as never);
  try {
    return await work();
  } finally {
    spied.mockRestore();
  }
}

const isWriteOf = (command: { readonly input: unknown }, partition: string): boolean =>
  /^(Put|Update|Delete|TransactWrite)/.test(command.constructor.name) &&
  JSON.stringify(command.input).includes(JSON.stringify(partition));
