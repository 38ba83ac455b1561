import { jest } from '@jest/globals';
import { documents } from '#functions/storage/table.ts';

/* Two calls that overlap, in an order that no timing decides. */

/** Runs `work`, and `meanwhile` to its end just before the first write of `work` that names the partition. */
export const beforeWrite = <Result>(
  partition: string,
  work: () => Promise<Result>,
  meanwhile: () => Promise<unknown>,
): Promise<Result> =>
  atFirstWrite(partition, work, async (write) => {
    await meanwhile();
    return write();
  });

/** Runs `work`, and `meanwhile` to its end just after the first write of `work` that names the partition. */
export const afterWrite = <Result>(
  partition: string,
  work: () => Promise<Result>,
  meanwhile: () => Promise<unknown>,
): Promise<Result> =>
  atFirstWrite(partition, work, async (write) => {
    const answer = await write();
    await meanwhile();
    return answer;
  });

async function atFirstWrite<Result>(
  partition: string,
  work: () => Promise<Result>,
  around: (write: () => Promise<unknown>) => Promise<unknown>,
): Promise<Result> {
  const send = documents.send.bind(documents);
  const spied = jest.spyOn(documents, 'send').mockImplementation((async (
    command: Parameters<typeof send>[0],
  ) => {
    if (!isWriteOf(command, partition)) return send(command);
    spied.mockRestore();
    return around(() => send(command));
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
