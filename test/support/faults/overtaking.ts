import type { Key } from '#functions/storage/keys.ts';
import { intercept, isTableWrite, type Outgoing, withLayer } from './boundary.ts';

/* A call that others overtake between its read and its write. */

type Overtaking = {
  /** The key of an item of the overtaken write, or a partition or another value that it names. */
  readonly at: Key | string;
  /** Runs to its end just before the write, or just after it. */
  readonly by: () => Promise<unknown>;
  readonly when?: 'before' | 'after';
};

/** Runs `call`, and another one to its end just before (or after) the first write of `call` that names it. */
export async function overtaken<Result>(
  call: () => Promise<Result>,
  { at, by, when = 'before' }: Overtaking,
): Promise<Result> {
  const named = JSON.stringify(typeof at === 'string' ? at : at.pk);
  const remove = intercept(async (request, write) => {
    if (!isTableWrite(request) || !JSON.stringify(request.input).includes(named)) return write();
    remove();
    if (when === 'before') await by();
    const response = await write();
    if (when === 'after') await by();
    return response;
  });
  try {
    return await call();
  } finally {
    remove();
  }
}

type Write = {
  readonly ConditionExpression?: string;
  readonly Item?: Key;
  readonly Key?: Key;
};
type WriteInput = Write & { readonly TransactItems?: readonly Readonly<Record<string, Write>>[] };

/**
 * Runs `call` while another call overtakes each conditional write of an item. Returns its result or its error, and how often it tried
 * to write.
 */
export async function losingEveryWrite(
  key: Key,
  call: () => Promise<unknown>,
): Promise<{ readonly result: unknown; readonly tries: number }> {
  let tries = 0;
  const isOfItem = ({ ConditionExpression: condition, Item, Key }: Write) => {
    const { pk, sk } = Item ?? Key ?? {};
    return condition !== undefined && pk === key.pk && sk === key.sk;
  };
  const lose = async (request: Outgoing, send: () => Promise<unknown>) => {
    const input = request.input as WriteInput;
    const reasons = input.TransactItems?.map((step) =>
      Object.values(step).some(isOfItem) ? 'ConditionalCheckFailed' : 'None',
    );
    const isOvertaken = reasons ? reasons.includes('ConditionalCheckFailed') : isOfItem(input);
    if (!isTableWrite(request) || !isOvertaken) return send();
    tries += 1;
    throw Object.assign(new Error('overtaken'), {
      name: reasons ? 'TransactionCanceledException' : 'ConditionalCheckFailedException',
      $metadata: { httpStatusCode: 400 },
      CancellationReasons: reasons?.map((Code) => ({ Code })),
    });
  };
  const result = await withLayer(lose, () => call().catch((fault: unknown) => fault));
  return { result, tries };
}
