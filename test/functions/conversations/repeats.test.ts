import { describe, expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { ANSWER } from '#lib/local/deeds/texts.ts';
import { DAY } from '#shared/time.ts';
import { pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * Repeated requests of conversation operations after a lost response. test/functions/usual-calls.test.ts covers
 * every operation.
 */

const world = worldOfFile();

const reply = (inboxId: string, messageBody = ANSWER) => ({
  inboxId,
  conversationStatus: 'OPEN',
  messageBody,
});
const messagesOf = async (recipient: Person, id: string) =>
  (await recipient.readsInbox({ id })).data;

test('a free reply that is repeated with its key creates one message', async () => {
  const { sender, recipient, order } = await pendingOrder(world);
  await recipient.answers(order);
  const { lost, result } = await world.losingTheReply((key) => sender.writes(order, { key }));
  expect(result).toEqual(lost);
  expect(await messagesOf(recipient, order.id)).toHaveLength(3);
});

test('repeating the creation of a link does not restore it after it was deleted', async () => {
  const person = await newPerson(world);
  const words = { linkName: 'Site', linkUrl: 'https://example.com/' };
  const first = await responseTo(person.calls('createUserLink', words, { key: 'key' }));
  await person.calls('deleteUserLink', { linkId: first.body.data[0].id });
  const again = await responseTo(person.calls('createUserLink', words, { key: 'key' }));
  expect(again.body).toEqual(first.body);
  const { body } = await responseTo(person.calls('viewUserLinks'));
  expect(body.data).toEqual([]);
});

describe('a paid answer', () => {
  test('that is repeated with its key creates one message', async () => {
    const { recipient, id } = await pendingOrder(world);
    const { lost, result } = await world.losingTheReply((key) =>
      recipient.calls('createInboxMessage', reply(id), { key }),
    );
    expect(result.data[0].id).toBe(lost.data[0].id);
    expect(await messagesOf(recipient, id)).toHaveLength(2);
  });

  test('from two devices is stored once; the second device gets the new status', async () => {
    const { recipient, id } = await pendingOrder(world);
    const send = (key: string) =>
      responseTo(
        recipient.calls(
          'createInboxMessage',
          { ...reply(id), messageKind: 'PAID_RESPONSE' },
          { key },
        ),
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
    const { body } = await responseTo(recipient.calls('createInboxMessage', input, { key: 'key' }));
    expect(body).toMatchObject({ status: 'WRONG_STATUS', inboxStatus: 'PENDING' });
  });

  test('with another text under the same key is refused and not stored', async () => {
    const { recipient, id } = await pendingOrder(world);
    await recipient.calls('createInboxMessage', reply(id), { key: 'key' });
    const other = await responseTo(
      recipient.calls('createInboxMessage', reply(id, `${ANSWER}<p>!</p>`), { key: 'key' }),
    );
    expect([other.http, Object.keys(other.body.fields)]).toEqual([400, ['Idempotency-Key']]);
    expect(await messagesOf(recipient, id)).toHaveLength(2);
  });

  test('is independent of the same key of another person', async () => {
    const [one, other] = [await pendingOrder(world), await pendingOrder(world)];
    await one.recipient.calls('createInboxMessage', reply(one.id), { key: 'key' });
    const sent = await responseTo(
      other.recipient.calls('createInboxMessage', reply(other.id), { key: 'key' }),
    );
    expect(sent.http).toBe(200);
    expect(await messagesOf(other.recipient, other.id)).toHaveLength(2);
  });

  test('is recognized by its key for 30 days', async () => {
    const { recipient, id } = await pendingOrder(world);
    const first = await responseTo(
      recipient.calls('createInboxMessage', reply(id), { key: 'key' }),
    );
    world.advance(29 * DAY);
    const again = await responseTo(
      recipient.calls('createInboxMessage', reply(id), { key: 'key' }),
    );
    expect(again.body.data[0].id).toBe(first.body.data[0].id);
  });
});

describe('a canceled order', () => {
  test('is reported as canceled to the call that canceled it, and to no other', async () => {
    const { sender, id } = await pendingOrder(world);
    await sender.cancels({ id }, { key: 'key' });
    await sender.cancels({ id }, { key: 'key' });
    const other = await responseTo(sender.cancels({ id }, { key: 'another' }));
    expect([other.http, other.body.inboxStatus]).toEqual([409, 'CANCELLED']);
  });

  test('cannot be declined, even with the key of the cancellation', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    await sender.cancels({ id }, { key: 'key' });
    const { body } = await responseTo(recipient.declines({ id }, { key: 'key' }));
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

  test('that is repeated with its key gets the same response only with the right password', async () => {
    const first = await responseTo(visitor().calls('createUser', form(1), { key: 'nora-1' }));
    const again = await responseTo(visitor().calls('createUser', form(1), { key: 'nora-1' }));
    expect(again.body).toEqual(first.body);
    const guessed = await responseTo(
      visitor().calls('createUser', form(1, 'Guessed!1'), { key: 'nora-1' }),
    );
    expect(guessed.body.status).toBe('USERNAME_TAKEN');
  });

  test('that expired unconfirmed is created again with its key', async () => {
    const first = await responseTo(visitor().calls('createUser', form(2), { key: 'nora-2' }));
    world.advance(2 * DAY);
    const again = await responseTo(visitor().calls('createUser', form(2), { key: 'nora-2' }));
    expect(again.http).toBe(200);
    expect(again.body.data[0].id).not.toBe(first.body.data[0].id);
  });
});

describe('a request that is repeated after a crash at any effect', () => {
  test('stores one answer for its key', () =>
    world.crashingAtEveryWrite(async ({ crash }) => {
      const { recipient, id } = await pendingOrder(world);
      const send = () =>
        responseTo(recipient.calls('createInboxMessage', reply(id), { key: 'key' }));
      await crash(send);
      const again = await send();
      expect(again.http).toBe(200);
      expect(await messagesOf(recipient, id)).toHaveLength(2);
      expect((await messagesOf(recipient, id))[0]?.id).toBe(again.body.data[0].id);
    }));

  test('reports the order as canceled', () =>
    world.crashingAtEveryWrite(async ({ crash }) => {
      const { sender, id } = await pendingOrder(world);
      const cancel = () => responseTo(sender.cancels({ id }, { key: 'key' }));
      await crash(cancel);
      expect((await cancel()).http).toBe(200);
    }));
});

describe('an answer while the table refuses writes', () => {
  test('is stored once if each write is refused once', async () => {
    const { recipient, order } = await pendingOrder(world);
    const answer = () => recipient.answers(order);
    const { refused } = await world.throttled(answer, { tries: 1 });
    expect(refused).toBeGreaterThan(0);
    expect(await messagesOf(recipient, order.id)).toHaveLength(2);
  });

  test('is refused if every write is refused, and can be sent later', async () => {
    const { recipient, order } = await pendingOrder(world);
    const answer = () => responseTo(recipient.answers(order));
    const { result } = await world.throttled(answer);
    expect(result).toMatchObject({ http: 503, body: { status: 'UNAVAILABLE' } });
    await recipient.answers(order);
    expect(await messagesOf(recipient, order.id)).toHaveLength(2);
  });

  test('is refused as unavailable if only its transaction is canceled every time', async () => {
    const { recipient, order } = await pendingOrder(world);
    const answer = () => responseTo(recipient.answers(order));
    const { result } = await world.throttled(answer, { of: 'transactions' });
    expect(result).toMatchObject({ http: 503, body: { status: 'UNAVAILABLE' } });
    await recipient.answers(order);
    expect(await messagesOf(recipient, order.id)).toHaveLength(2);
  });
});
