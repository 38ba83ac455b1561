import { jest } from '@jest/globals';
import type { Key } from '#functions/storage/keys.ts';
import { documents } from '#functions/storage/table.ts';

type Write = {
  readonly ConditionExpression?: string;
  readonly Item?: Key;
  readonly Key?: Key;
};
type Input = Write & { readonly TransactItems?: readonly Readonly<Record<string, Write>>[] };

/**
 * Runs `work` while another call overtakes each conditional write of an item. Returns its result or its error, and how often it tried
 * to write.
 */
export async function whileOvertaken(
  key: Key,
  work: () => Promise<unknown>,
): Promise<{ readonly result: unknown; readonly tries: number }> {
  const send = documents.send.bind(documents);
  let tries = 0;
  const isOfItem = ({ ConditionExpression: condition, Item, Key }: Write) => {
    const { pk, sk } = Item ?? Key ?? {};
    return condition !== undefined && pk === key.pk && sk === key.sk;
  };
  const spied = jest.spyOn(documents, 'send').mockImplementation((async (
    command: Parameters<typeof send>[0],
  ) => {
    const isWrite = /^(Put|Update|Delete|TransactWrite)/.test(command.constructor.name);
    const input = command.input as Input;
    const reasons = input.TransactItems?.map((step) =>
      Object.values(step).some(isOfItem) ? 'ConditionalCheckFailed' : 'None',
    );
    const isOvertaken = reasons ? reasons.includes('ConditionalCheckFailed') : isOfItem(input);
    if (!isWrite || !isOvertaken) return send(command);
    tries += 1;
    throw Object.assign(new Error('overtaken'), {
      name: reasons ? 'TransactionCanceledException' : 'ConditionalCheckFailedException',
      $metadata: { httpStatusCode: 400 },
      CancellationReasons: reasons?.map((Code) => ({ Code })),
    });
  }) as never);
  try {
    return { result: await work().catch((fault: unknown) => fault), tries };
  } finally {
    spied.mockRestore();
  }
}
