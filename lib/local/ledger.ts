import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { balancesOf, type LedgerEntry } from '#shared/rules/ledger/ledger.ts';
import { clientOf } from './engine.ts';

/** A ledger account and its balance in cents. */
export type LedgerLine = { readonly account: string; readonly balance: number };

/** Returns the ledger of a table of the engine at this address. */
export async function readLedger(engineUrl: string, tableName: string): Promise<LedgerLine[]> {
  const client = clientOf(engineUrl);
  try {
    return await ledgerIn(DynamoDBDocumentClient.from(client), tableName);
  } finally {
    client.destroy();
  }
}

/**
 * Returns every ledger account by name, computed from all entries. It scans the index that has the entries of all days, which only
 * the local system may do; the product has no scan. The table itself would take the engine seven times as long.
 */
export async function ledgerIn(
  client: DynamoDBDocumentClient,
  tableName: string,
): Promise<LedgerLine[]> {
  const entries: LedgerEntry[] = [];
  const request = {
    TableName: tableName,
    IndexName: 'gsi2',
    FilterExpression: 'begins_with(#pk, :entry)',
    ExpressionAttributeNames: { '#pk': 'pk' },
    ExpressionAttributeValues: { ':entry': 'ENTRY#' },
  };
  for await (const { Items = [] } of paginateScan({ client }, request))
    entries.push(...(Items as LedgerEntry[]));
  return [...balancesOf(entries)]
    .map(([account, balance]) => ({ account, balance }))
    .sort((one, other) => one.account.localeCompare(other.account));
}
