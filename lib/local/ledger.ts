import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { balancesOf, type LedgerEntry } from '../../shared/rules/ledger/ledger.ts';

/** A ledger account and its balance in cents. */
export type LedgerLine = { readonly account: string; readonly balance: number };

/**
 * Every ledger account, by name, from all entries that were ever booked. Reads the whole table, which only this
 * machine may: the product itself has no scan.
 */
export async function readLedger(engineUrl: string, tableName: string): Promise<LedgerLine[]> {
  const client = new DynamoDBClient({
    endpoint: engineUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  try {
    return [...balancesOf(await allEntries(client, tableName))]
      .map(([account, balance]) => ({ account, balance }))
      .sort((one, other) => one.account.localeCompare(other.account));
  } finally {
    client.destroy();
  }
}

async function allEntries(client: DynamoDBClient, tableName: string): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  let from: ConstructorParameters<typeof ScanCommand>[0]['ExclusiveStartKey'];
  do {
    const page = await client.send(
      new ScanCommand({
        TableName: tableName,
        ExclusiveStartKey: from,
        FilterExpression: 'begins_with(pk, :entry)',
        ExpressionAttributeValues: { ':entry': { S: 'ENTRY#' } },
        ConsistentRead: true,
      }),
    );
    entries.push(...(page.Items ?? []).map((item) => unmarshall(item) as LedgerEntry));
    from = page.LastEvaluatedKey;
  } while (from);
  return entries;
}
