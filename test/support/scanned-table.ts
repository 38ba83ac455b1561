import { AwsCommand } from '../../functions/aws/client.ts';
import { documents, type Item } from '../../functions/storage/table.ts';

type Page = { readonly Items: Item[]; readonly LastEvaluatedKey?: object };

/** Returns every item of a table, or those whose partition begins with `prefix`. The product itself never reads a whole table. */
export async function scanTable(tableName: string, prefix?: string): Promise<Item[]> {
  const filter = prefix && {
    FilterExpression: 'begins_with(pk, :prefix)',
    ExpressionAttributeValues: { ':prefix': prefix },
  };
  const items: Item[] = [];
  let from: object | undefined;
  do {
    const scan = new AwsCommand<object, Page>('Scan', {
      TableName: tableName,
      ExclusiveStartKey: from,
      ...filter,
    });
    const page: Page = await documents.send(scan);
    items.push(...page.Items);
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}
