import { expect, test } from '@jest/globals';
import { pendingConversationIds } from '#functions/desk/account-blocks.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import { inboxIndex } from '#functions/storage/index-keys.ts';
import { conversationKey, userKey } from '#functions/storage/keys.ts';
import { put, table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DESK_ANSWER } from '#lib/local/deeds/texts.ts';
import { newId } from '#shared/ids.ts';
import { makeStaff } from '../../support/account-shortcuts.ts';
import { auditEntriesAbout } from '../../support/ops.ts';
import { pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { storedUser } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket, supportOf } from '../../support/tickets.ts';

/* Blocks of accounts and answers to tickets by staff. docs/product/desk.md#decisions */

const world = worldOfFile();
const REASON = 'Asks for gift cards.';

const block = (staff: Person, userId: string) =>
  responseTo(staff.blocksAccount({ id: userId }, { reason: REASON }));
const unblock = (staff: Person, userId: string) =>
  responseTo(staff.unblocksAccount({ id: userId }, { reason: REASON }));

test('a block finds every pending message, also behind the first fifty', async () => {
  const { user } = await newPerson(world);
  const now = world.now();
  const ids = Array.from({ length: 52 }, () => newId(now)).sort();
  for (const id of ids) {
    const place = inboxIndex(user.id, 'PENDING', now, id);
    await table.write(put({ ...conversationKey(id), id, price: 100, ...place }));
  }
  expect((await pendingConversationIds(table, user, 'INBOX')).sort()).toEqual(ids);
});

test('deskBlockUser blocks an account with one statement, and ends what is pending', async () => {
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const { recipient, sender, order } = await pendingOrder(world);
  const { user } = recipient;
  expect((await block(staff, user.id)).body.data[0].message).toContain('is blocked');
  expect((await storedUser(world, user.id)).blockedAt).toBeDefined();
  expect((await sender.sees(order)).status).toBe('EXPIRED');
  expect(await auditEntriesAbout(world, user.id)).toMatchObject([
    { command: `deskBlockUser ${user.id}`, reason: REASON },
  ]);
  expect((await block(staff, user.id)).body.data[0].message).toContain('already');
  expect(await statementsOf(table, user.id)).toMatchObject([
    { deed: 'ACCOUNT_BLOCKED', reason: REASON },
  ]);
});

test('deskUnblockUser unblocks an account, and says when it is not blocked', async () => {
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const { user } = await newPerson(world);
  await block(staff, user.id);
  expect((await unblock(staff, user.id)).body.data[0].message).toBe('The account is unblocked.');
  expect((await storedUser(world, user.id)).blockedAt).toBeUndefined();
  expect((await unblock(staff, user.id)).body.data[0].message).toContain('isn’t blocked');
});

test('deskBlockUser and deskUnblockUser refuse the own account, and one that does not exist', async () => {
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const missing = newId(world.now());
  for (const act of [block, unblock]) {
    expect((await act(staff, staff.user.id)).body.status).toBe('FORBIDDEN');
    expect((await act(staff, missing)).body.status).toBe('NOT_FOUND');
  }
});

test('deskBlockUser refuses the support account', async () => {
  const { user } = await supportOf(world);
  const { body } = await block(await newPerson(world, { staff: ['MODERATOR'] }), user.id);
  expect(body.status).toBe('FORBIDDEN');
});

test('deskUnblockUser refuses an account that was deleted', async () => {
  const { user } = await newPerson(world);
  await table.write(
    update(userKey(user.id), { set: { blockedAt: world.now(), deletedAt: world.now() } }),
  );
  const { body } = await unblock(await newPerson(world, { staff: ['MODERATOR'] }), user.id);
  expect(body.status).toBe('WRONG_STATUS');
});

const reply = (staff: Person, id: string, key = 'key-1') =>
  responseTo(staff.answersTicket({ id }, { key }));

test('answerTicket answers as the support account once for a key, and the audit says who answered', async () => {
  const staff = await newPerson(world, { staff: ['SUPPORT'] });
  const { id, sender, support } = await pendingTicket(world, await newPerson(world));
  expect((await reply(staff, id)).http).toBe(200);
  expect((await reply(staff, id)).http).toBe(200);
  const { body } = await responseTo(sender.readsOrder({ id }));
  expect(body.data).toHaveLength(2);
  expect(body.data[0]).toMatchObject({
    senderId: support.user.id,
    body: DESK_ANSWER,
  });
  expect(JSON.stringify(body)).not.toContain(staff.user.id);
  expect(await auditEntriesAbout(world, id)).toMatchObject([
    { who: `${staff.user.id} ${staff.user.fullName}`, command: `answerTicket ${id}` },
  ]);
});

test('answerTicket refuses a paid message, a ticket that does not exist, and the own ticket', async () => {
  const staff = await newPerson(world, { staff: ['SUPPORT'] });
  const { id } = await pendingOrder(world);
  await supportOf(world);
  for (const other of [id, newId(world.now())])
    expect((await reply(staff, other)).body).toMatchObject({
      status: 'NOT_FOUND',
      message: 'This isn’t a help ticket.',
    });
  const own = await pendingTicket(world, await newPerson(world));
  await makeStaff(own.sender);
  expect((await reply(own.sender, own.id)).body.status).toBe('FORBIDDEN');
  const { body } = await responseTo(own.support.readsInbox(own));
  expect(body.data).toHaveLength(1);
});

test('answerTicket refuses a ticket that is closed', async () => {
  const staff = await newPerson(world, { staff: ['SUPPORT'] });
  const { id } = await pendingTicket(world, await newPerson(world));
  await staff.answersTicket({ id }, { closes: true });
  expect((await reply(staff, id, 'key-2')).body.status).toBe('WRONG_STATUS');
});
