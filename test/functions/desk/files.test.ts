import { expect, test } from '@jest/globals';
import { JPEG } from '../../support/file-fixtures.ts';
import { auditEntriesAbout } from '../../support/ops.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The files of reported and claimed letters at the desk. docs/product/attachments.md#who-can-open-a-file */

const world = worldOfFile();
const REASON = 'To judge the report';

async function letterWithPicture() {
  const [ben, ana] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const picture = await ben.attaches(JPEG, { to: ana });
  const order = await ben.pays(ana, { card: 'pm_card_visa', attachments: [picture] });
  return { ben, ana, order, staff: await newPerson(world, { staff: 'all' }) };
}

test('viewDeskFiles shows the files of a reported letter, which the audit and both people see', async () => {
  const { ben, ana, order, staff } = await letterWithPicture();
  expect((await ben.seesAsSender(order)).filesOpenedAt).toBeUndefined();
  await ana.reportsLetter(order);
  const { files } = await staff.opensFiles(order, { reason: REASON });
  expect(files).toMatchObject([{ senderId: ben.id, kind: 'picture', name: 'north wall.jpg' }]);
  expect((await fetch(files[0]?.url ?? '')).headers.get('content-type')).toBe('image/jpeg');
  const looks = (await auditEntriesAbout(world, order.id)).filter(({ command }) =>
    command.startsWith('viewDeskFiles'),
  );
  expect(looks).toMatchObject([{ reason: REASON }]);
  expect((await ben.seesAsSender(order)).filesOpenedAt).toBeDefined();
  expect((await ana.seesAsRecipient(order)).filesOpenedAt).toBeDefined();
});

test('viewDeskFiles refuses a letter that nobody reported or claimed, and shows that it was not opened', async () => {
  const { ben, order, staff } = await letterWithPicture();
  await expectRefused(staff.opensFiles(order, { reason: REASON }), 403, 'FORBIDDEN');
  expect(await auditEntriesAbout(world, order.id)).toEqual([]);
  expect((await ben.seesAsSender(order)).filesOpenedAt).toBeUndefined();
});

test('viewDeskFiles is refused to a member of staff who is one of the two people', async () => {
  const { ben, order } = await letterWithPicture();
  const ana = await newPerson(world, { price: PRICE, staff: 'all' });
  const picture = await ben.attaches(JPEG, { to: ana });
  const own = await ben.pays(ana, { card: 'pm_card_visa', attachments: [picture] });
  await ana.reportsLetter(own);
  await expectRefused(ana.opensFiles(own, { reason: REASON }), 403, 'FORBIDDEN');
  await expectRefused(ben.opensFiles(order, { reason: REASON }), 403, 'FORBIDDEN');
});

test('viewDeskFiles either shows that files were opened or shows none, wherever the process stops', async () => {
  await world.crashingAtEveryWrite(async ({ crash }) => {
    const { ben, ana, order, staff } = await letterWithPicture();
    await ana.reportsLetter(order);
    await crash(() => staff.opensFiles(order, { reason: REASON }));
    const looks = await auditEntriesAbout(world, order.id);
    const isTold = (await ben.seesAsSender(order)).filesOpenedAt !== undefined;
    expect(looks.some(({ command }) => command.startsWith('viewDeskFiles'))).toBe(isTold);
  });
});
