import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { balancesOf, type LedgerEntry } from '../../shared/rules/ledger/ledger.ts';
import { allItems } from '../operator/restore/table-scan.ts';
import { clientOf } from './engine.ts';

/** A ledger account and its balance in cents. */
export type LedgerLine = { readonly account: string; readonly balance: number };

/**
 * Returns every ledger account by name, computed from all entries. It scans the whole table, which only the local system may
 * do; the product has no scan.
 */
export async function readLedger(engineUrl: string, tableName: string): Promise<LedgerLine[]> {
  const client = clientOf(engineUrl);
  try {
    const entries: LedgerEntry[] = [];
    for await (const item of allItems(tableName, DynamoDBDocumentClient.from(client)))
      if (item.pk.startsWith('ENTRY#')) entries.push(item as unknown as LedgerEntry);
    return [...balancesOf(entries)]
      .map(([account, balance]) => ({ account, balance }))
      .sort((one, other) => one.account.localeCompare(other.account));
  } finally {
    client.destroy();
  }
}
