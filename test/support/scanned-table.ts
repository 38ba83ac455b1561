import { AwsCommand } from '../../functions/aws/client.ts';
import { documents, type Item } from '../../functions/storage/table.ts';

type Page = { readonly Items: Item[]; readonly LastEvaluatedKey?: object };

/** Returns every item of a table, which the product itself never reads. */
export async function scanTable(tableName: string): Promise<Item[]> {
  const items: Item[] = [];
  let from: object | undefined;
  do {
    const scan = new AwsCommand<object, Page>('Scan', {
      TableName: tableName,
      ExclusiveStartKey: from,
    });
    const page: Page = await documents.send(scan);
    items.push(...page.Items);
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}
