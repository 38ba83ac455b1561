import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { documents, type Item } from '#functions/storage/table.ts';
import { allItems, endSessions } from '#lib/operator/restore/table-scan.ts';
import { withTable } from './seeded-world.ts';
import type { World } from './world.ts';

/* An emulation of DynamoDB's point-in-time restore: all items of that time, in a new table without a stream. */

/** Returns all items of a table; of the world's table if no name is given. */
export async function itemsIn(tableName?: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of allItems(tableName)) items.push(item);
  return items;
}

/** Creates a table that holds these items, and returns its name. */
export async function restoredTable(world: World, items: readonly Item[]): Promise<string> {
  const name = `restored-${randomUUID()}`;
  await world.createTable(name);
  for (const Item of items) await documents.send(new PutCommand({ TableName: name, Item }));
  return name;
}

/** Returns the world with the restored table, after the restore steps of the handbook. */
export async function restoredWorld(world: World, items: readonly Item[]): Promise<World> {
  const name = await restoredTable(world, items);
  await endSessions(name);
  return withTable(world, name);
}
