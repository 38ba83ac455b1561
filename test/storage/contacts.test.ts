import { expect, test } from '@jest/globals';
import { contactListOrder } from '#functions/storage/contacts/contacts.ts';
import { CONTACT_ORDER_ATTRIBUTES } from '#functions/storage/index-keys.ts';
import type { Step } from '#functions/storage/table.ts';
import { instant } from '#shared/time.ts';

test('updating contacts writes only the attributes that its permission lists', async () => {
  process.env.TABLE_NAME ??= 'table';
  const named = new Set<string>(['pk', 'sk']);
  const places = contactListOrder({
    write: async ({ write }: Step<string>) => {
      for (const name of Object.values(write.Update?.ExpressionAttributeNames ?? {}))
        named.add(name);
      return 'done';
    },
  });
  await places.moveUp('ANA', 'BEN', instant(0));
  await places.updateSortName('ANA', { id: 'BEN', fullName: 'Ben Okafor' });
  expect([...named].sort()).toEqual([...CONTACT_ORDER_ATTRIBUTES].sort());
});
