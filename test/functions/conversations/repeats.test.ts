import { describe, expect, test } from '@jest/globals';
import { handler as createUser } from '#functions/auth/createUser.ts';
import { handler as cancelOrder } from '#functions/conversations/cancelOrder.ts';
import { handler as createInboxMessage } from '#functions/conversations/createInboxMessage.ts';
import { handler as createOrderMessage } from '#functions/conversations/createOrderMessage.ts';
import { handler as declineInbox } from '#functions/conversations/declineInbox.ts';
import { handler as viewInboxMessages } from '#functions/conversations/viewInboxMessages.ts';
import { handler as createUserLink } from '#functions/links/createUserLink.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { ANSWER } from '#lib/local/deeds/texts.ts';
import { DAY } from '#shared/time.ts';
import { call } from '../../support/call.ts';
import { pendingOrder } from '../../support/orders.ts';
import { newPerson, PASSWORD, type Person, signedInAgain } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * Repeated requests of conversation operations after a lost response. test/functions/usual-calls.test.ts covers
 * every operation.
 */

const world = worldOfFile();

const keyed = ({ token }: Person, key: string) => ({
  token,
  headers: { 'idempotency-key': key },
});
const reply = (inboxId: string, messageBody = ANSWER) => ({
  inboxId,
  conversationStatus: 'OPEN',
  messageBody,
});
const messagesOf = async ({ token }: Person, inboxId: string) =>
  (await call(viewInboxMessages, { inboxId }, { method: 'GET', token })).body.data;

test('a free reply that is repeated with its key creates one message', async () => {
  const { sender, recipient, order } = await pendingOrder(world);
  await recipient.answers(order);
  const words = { orderId: order.id, conversationStatus: 'OPEN', messageBody: '<p>Thank you.</p>' };
  const first = await call(createOrderMessage, words, keyed(sender, 'key'));
  const again = await call(createOrderMessage, words, keyed(sender, 'key'));
  expect(again.body).toEqual(first.body);
  expect(await messagesOf(recipient, order.id)).toHaveLength(3);
});

test('repeating the creation of a link does not restore it after it was deleted', async () => {
  const person = await newPerson(world);
  const words = { linkName: 'Site', linkUrl: 'https://example.com/' };
  const first = await call(createUserLink, words, keyed(person, 'key'));
  await person.calls('deleteUserLink', { linkId: first.body.data[0].id });
  const again = await call(createUserLink, words, keyed(person, 'key'));
  expect(again.body).toEqual(first.body);
  const { body } = await responseTo(person.calls('viewUserLinks'));
  expect(body.data).toEqual([]);
});

describe('a paid answer', () => {
  test('that is repeated with its key creates one message', async () => {
    const { recipient, id } = await pendingOrder(world);
    const first = await call(createInboxMessage, reply(id), keyed(recipient, 'key'));
    const again = await call(createInboxMessage, reply(id), keyed(recipient, 'key'));
    expect(again.body.data[0].id).toBe(first.body.data[0].id);
    expect(await messagesOf(recipient, id)).toHaveLength(2);
  });

  test('from two devices is stored once; the second device gets the new status', async () => {
    const { recipient, id } = await pendingOrder(world);
    const send = (key: string) =>
      call(
        createInboxMessage,
        { ...reply(id), messageKind: 'PAID_RESPONSE' },
        keyed(recipient, key),
      );
    const both = await Promise.all([send('phone'), send('desk')]);
    const [won, lost] = both.sort((one, other) => one.http - other.http);
    expect(won?.body.data[0].kind).toBe('PAID_RESPONSE');
    expect(lost?.body).toMatchObject({ status: 'WRONG_STATUS', inboxStatus: 'OPEN' });
    expect(await messagesOf(recipient, id)).toHaveLength(2);
  });

  test('is not created by a request for a free reply', async () => {
    const { recipient, id } = await pendingOrder(world);
    const input = { ...reply(id), messageKind: 'REPLY' };
    const { body } = await call(createInboxMessage, input, keyed(recipient, 'key'));
    expect(body).toMatchObject({ status: 'WRONG_STATUS', inboxStatus: 'PENDING' });
  });

  test('with another text under the same key is refused and not stored', async () => {
    const { recipient, id } = await pendingOrder(world);
    await call(createInboxMessage, reply(id), keyed(recipient, 'key'));
    const other = await call(
      createInboxMessage,
      reply(id, `${ANSWER}<p>!</p>`),
      keyed(recipient, 'key'),
    );
    expect([other.http, Object.keys(other.body.fields)]).toEqual([400, ['Idempotency-Key']]);
    expect(await messagesOf(recipient, id)).toHaveLength(2);
  });

  test('is independent of the same key of another person', async () => {
    const [one, other] = [await pendingOrder(world), await pendingOrder(world)];
    await call(createInboxMessage, reply(one.id), keyed(one.recipient, 'key'));
    const sent = await call(createInboxMessage, reply(other.id), keyed(other.recipient, 'key'));
    expect(sent.http).toBe(200);
    expect(await messagesOf(other.recipient, other.id)).toHaveLength(2);
  });

  test('is recognized by its key for 30 days', async () => {
    const { recipient, id } = await pendingOrder(world);
    const first = await call(createInboxMessage, reply(id), keyed(recipient, 'key'));
    world.advance(29 * DAY);
    const now = await signedInAgain(world, recipient);
    const again = await call(createInboxMessage, reply(id), keyed(now, 'key'));
    expect(again.body.data[0].id).toBe(first.body.data[0].id);
  });
});

describe('a canceled order', () => {
  const because = (inboxId: string) => ({ inboxId, reasonCode: 'MISTAKE' });

  test('is reported as canceled to the call that canceled it, and to no other', async () => {
    const { sender, id } = await pendingOrder(world);
    await call(cancelOrder, because(id), keyed(sender, 'key'));
    expect((await call(cancelOrder, because(id), keyed(sender, 'key'))).http).toBe(200);
    const other = await call(cancelOrder, because(id), keyed(sender, 'another'));
    expect([other.http, other.body.inboxStatus]).toEqual([409, 'CANCELLED']);
  });

  test('cannot be declined, even with the key of the cancellation', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    await call(cancelOrder, because(id), keyed(sender, 'key'));
    const { body } = await call(declineInbox, { inboxId: id }, keyed(recipient, 'key'));
    expect(body).toMatchObject({ status: 'WRONG_STATUS', inboxStatus: 'CANCELLED' });
  });
});

describe('a registration', () => {
  const form = (number: number, password = PASSWORD) => ({
    fullName: 'Nora Newcomer',
    username: `nora_${number}`,
    phoneNumber: `(555) 710-000${number}`,
    password,
  });
  const as = (key: string) => ({ headers: { 'idempotency-key': key } });

  test('that is repeated with its key gets the same response only with the right password', async () => {
    const first = await call(createUser, form(1), as('nora-1'));
    const again = await call(createUser, form(1), as('nora-1'));
    expect(again.body).toEqual(first.body);
    const guessed = await call(createUser, form(1, 'Guessed!1'), as('nora-1'));
    expect(guessed.body.status).toBe('USERNAME_TAKEN');
  });

  test('that expired unconfirmed is created again with its key', async () => {
    const first = await call(createUser, form(2), as('nora-2'));
    world.advance(2 * DAY);
    const again = await call(createUser, form(2), as('nora-2'));
    expect(again.http).toBe(200);
    expect(again.body.data[0].id).not.toBe(first.body.data[0].id);
  });
});

describe('a request that is repeated after a crash at any effect', () => {
  test('stores one answer for its key', () =>
    world.crashingAtEveryWrite(async ({ crash }) => {
      const { recipient, id } = await pendingOrder(world);
      const send = () => call(createInboxMessage, reply(id), keyed(recipient, 'key'));
      await crash(send);
      const again = await send();
      expect(again.http).toBe(200);
      expect(await messagesOf(recipient, id)).toHaveLength(2);
      expect((await messagesOf(recipient, id))[0].id).toBe(again.body.data[0].id);
    }));

  test('reports the order as canceled', () =>
    world.crashingAtEveryWrite(async ({ crash }) => {
      const { sender, id } = await pendingOrder(world);
      const input = { inboxId: id, reasonCode: 'MISTAKE' };
      const cancel = () => call(cancelOrder, input, keyed(sender, 'key'));
      await crash(cancel);
      expect((await cancel()).http).toBe(200);
    }));
});
