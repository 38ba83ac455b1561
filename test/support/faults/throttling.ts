import { DYNAMODB } from '#functions/storage/dynamodb.ts';
import { withRetries } from '../../simulation/client-retries.ts';
import { isTableWrite, type Outgoing, withLayer } from './boundary.ts';

/* A table that refuses writes because there are too many of them. */

type Throttling = {
  /** How often each write is refused before the table performs it. By default always. */
  readonly tries?: number;
  /** Which writes are refused. By default all of them, also those that count calls. */
  readonly of?: 'transactions';
};

/**
 * Runs `call` while the table refuses writes. They are tried again as the client of the product tries them. A transaction is canceled
 * instead, which the client passes on and the table of the product tries again. Returns the result of `call`, and how many tries were refused.
 */
export async function throttled<Result>(
  call: () => Promise<Result>,
  { tries = Number.POSITIVE_INFINITY, of }: Throttling = {},
): Promise<{ readonly result: Result; readonly refused: number }> {
  const refusals = new Map<string, number>();
  const refuse = (request: Outgoing) => {
    const name = nameOf(request);
    const count = refusals.get(name) ?? 0;
    if (count >= tries) return;
    refusals.set(name, count + 1);
    throw refusalOf(request, count);
  };
  const result = await withLayer((request, send) => {
    const isMeant = of === undefined || request.operation === 'TransactWrite';
    if (!isTableWrite(request) || !isMeant) return send();
    return withRetries(DYNAMODB.tries, async () => {
      refuse(request);
      return send();
    });
  }, call);
  return { result, refused: [...refusals.values()].reduce((sum, count) => sum + count, 0) };
}

/** The same for each try of a request: a transaction has another token when the product repeats it. */
function nameOf({ operation, input }: Outgoing): string {
  const { ClientRequestToken: _, ...request } = input as { readonly ClientRequestToken?: string };
  return JSON.stringify([operation, request]);
}

const NAMES = ['ProvisionedThroughputExceededException', 'ThrottlingException'];

function refusalOf({ operation, input }: Outgoing, nth: number): Error {
  const metadata = { $metadata: { httpStatusCode: 400 } };
  const name = NAMES[nth % NAMES.length];
  if (operation !== 'TransactWrite')
    return Object.assign(new Error('Too many requests'), { name, ...metadata });
  const { TransactItems } = input as { readonly TransactItems: readonly object[] };
  return Object.assign(new Error('Transaction cancelled'), {
    name: 'TransactionCanceledException',
    CancellationReasons: TransactItems.map(() => ({ Code: 'ThrottlingError' })),
    ...metadata,
  });
}
