import { type Layer, withLayer } from './boundary.ts';

/* Reads that show less than there is. */

/** Runs `work` while each page of a query ends after one item, as DynamoDB may end it after any. */
export const withSmallPages = <Result>(work: () => Promise<Result>): Promise<Result> =>
  withLayer(
    ({ service, operation, input }, send) =>
      service === 'table' && operation === 'Query' ? send({ ...input, Limit: 1 }) : send(),
    work,
  );

type Query = {
  readonly IndexName?: string;
  readonly ExpressionAttributeValues: Readonly<Record<string, unknown>>;
  readonly ExclusiveStartKey?: object;
};

/**
 * Runs `work`, then `meanwhile`, then `work` again with indexes that do not show yet what has been written since the first time:
 * their queries get the same answers again. DynamoDB updates an index after its table.
 */
export async function repeatedWithStaleIndex(
  work: () => Promise<unknown>,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<void> {
  const answers = new Map<string, unknown>();
  const remembering =
    (mode: 'record' | 'repeat'): Layer =>
    async ({ service, operation, input }, send) => {
      const { IndexName, ExpressionAttributeValues, ExclusiveStartKey } = input as Query;
      if (service !== 'table' || operation !== 'Query' || !IndexName) return send();
      const name = JSON.stringify([IndexName, ExpressionAttributeValues[':p'], ExclusiveStartKey]);
      const answer = (mode === 'repeat' && answers.get(name)) || (await send());
      answers.set(name, answer);
      return answer;
    };
  await withLayer(remembering('record'), work);
  await meanwhile();
  await withLayer(remembering('repeat'), work);
}
