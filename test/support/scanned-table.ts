import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import { documents, type Item } from '#functions/storage/table.ts';

/** Returns every item of a table, or those whose partition begins with `prefix`. The product itself never reads a whole table. */
export async function scanTable(tableName: string, prefix?: string): Promise<Item[]> {
  const filter = prefix && {
    FilterExpression: 'begins_with(#pk, :prefix)',
    ExpressionAttributeNames: { '#pk': 'pk' },
    ExpressionAttributeValues: { ':prefix': prefix },
  };
  const items: Item[] = [];
  let from: ScanCommandOutput['LastEvaluatedKey'];
  do {
    const page: ScanCommandOutput = await documents.send(
      new ScanCommand({ TableName: tableName, ExclusiveStartKey: from, ...filter }),
    );
    items.push(...((page.Items ?? []) as Item[]));
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}
