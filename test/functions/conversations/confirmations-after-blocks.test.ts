import { describe, expect, test } from '@jest/globals';
import { handler as endBlockedConversations } from '#functions/events/endBlockedConversations.ts';
import { handler as finishPayments } from '#functions/jobs/finishPayments.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { conversationPartition } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { intentIdIn } from '#lib/local/deeds/bank.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { domainEventsOf, newestDomainEvent } from '../../support/domain-events.ts';
import { expectLedgerMatchesStripe, intentsOf, postAllEvents } from '../../support/money.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson, type Person, personOf } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * A bank that confirms a payment after a block. Whoever blocks whom, and whichever way the product learns of it: nobody gets a
 * message from somebody they blocked or who blocked them, and no blocked account sends or gets one.
 */

const world = worldOfFile();
const KEY = 'key-of-the-order';

type Waiting = {
  readonly staff: Person;
  readonly sender: Person;
  readonly recipient: Person;
  readonly id: string;
  readonly intentId: string;
};

/** Creates an order that has waited for the bank for this time (ms). */
async function newWaiting(time = SECOND): Promise<Waiting> {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const { body } = await responseTo(
    sender.pays(recipient, { card: 'pm_card_authenticationRequired', key: KEY }),
  );
  expect(body.status).toBe('CARD_ACTION_REQUIRED');
  world.advance(time);
  return {
    staff: await newPerson(world, { staff: ['MODERATOR'] }),
    sender,
    recipient,
    id: String(body.inboxId),
    intentId: intentIdIn(body),
  };
}

/** Who blocks whom. */
const BLOCKS = {
  'the recipient blocked the sender': ({ sender, recipient }) => recipient.blocks(sender),
  'the sender blocked the recipient': ({ sender, recipient }) => sender.blocks(recipient),
  'staff blocked the account of the recipient': ({ staff, recipient }) =>
    staff.blocksAccount(recipient),
  'staff blocked the account of the sender': ({ staff, sender }) => staff.blocksAccount(sender),
} satisfies Record<string, (order: Waiting) => Promise<unknown>>;

/** How the product learns that the bank has confirmed. */
const WAYS = {
  'the webhook': () => postAllEvents(world),
  'the sender, who comes back': ({ sender, id }) => responseTo(sender.confirmsPayment({ id })),
  'the sender, who repeats the request': ({ sender, recipient }) =>
    responseTo(sender.pays(recipient, { card: 'pm_card_authenticationRequired', key: KEY })),
  'the schedule': () => finishPayments({}, lambdaContext()),
} satisfies Record<string, (order: Waiting) => Promise<unknown>>;

const statusOf = async (id: string) => (await conversationById(table, id, world.now()))?.status;
const cases = Object.entries(BLOCKS).flatMap(([who, blocks]) =>
  Object.entries(WAYS).map(([way, learn]) => ({
    who,
    way,
    blocks,
    learn,
    time: way === 'the schedule' ? 31 * MINUTE : SECOND,
  })),
);

/** Checks that the order is undone for good, and that nobody has learned of it. */
async function expectUndone({ recipient, id, intentId }: Waiting): Promise<void> {
  world.advance(31 * MINUTE);
  await finishPayments({}, lambdaContext());
  await postAllEvents(world);
  expect(await statusOf(id)).toBe('UNDONE');
  expect(intentsOf(world).find((intent) => intent.id === intentId)?.status).toBe('canceled');
  const paid = await domainEventsOf(world, 'conversation.paid');
  expect(paid.filter(({ detail }) => JSON.stringify(detail).includes(id))).toEqual([]);
  // A block ends the sessions, so the recipient looks in a new one.
  const list = await responseTo((await personOf(world, recipient.user)).inbox());
  expect(list.body.data ?? []).toEqual([]);
  await expectLedgerMatchesStripe(world);
}

describe.each(cases)(
  'an order that its bank confirms after $who, as $way says,',
  ({ blocks, learn, time }) => {
    test('is undone, and the money is back', async () => {
      const order = await newWaiting(time);
      await blocks(order);
      world.stripe.authenticate(order.intentId, 'authenticated');
      await learn(order);
      expect(await statusOf(order.id)).not.toBe('PENDING');
      await expectUndone(order);
    });

    test('is undone if the block is written just before its settlement', async () => {
      const order = await newWaiting(time);
      world.stripe.authenticate(order.intentId, 'authenticated');
      await world.overtaken(() => learn(order) as Promise<unknown>, {
        at: conversationPartition(order.id),
        by: () => blocks(order),
      });
      const event = (await domainEventsOf(world, 'contact.blocked')).at(-1);
      if (event) await endBlockedConversations({ detail: event } as never, lambdaContext());
      await finishPayments({}, lambdaContext());
      expect(await statusOf(order.id)).not.toBe('PENDING');
      await postAllEvents(world);
      await expectLedgerMatchesStripe(world);
    });
  },
);

test.each([
  ['the recipient blocked the sender', 409, 'NOT_ACCEPTING'],
  ['the sender blocked the recipient', 400, 'INVALID_INPUT'],
  ['staff blocked the account of the recipient', 409, 'NOT_ACCEPTING'],
] as const)(
  'a sender who confirms after %s is told why nothing was sent',
  async (who, http, status) => {
    const order = await newWaiting();
    await BLOCKS[who](order);
    world.stripe.authenticate(order.intentId, 'authenticated');
    const answer = await WAYS['the sender, who comes back'](order);
    expect({ http: answer.http, status: answer.body.status }).toEqual({ http, status });
  },
);

test('an account that was unblocked gets messages again whose bank confirms them later', async () => {
  const { staff, recipient } = await newWaiting();
  await staff.blocksAccount(recipient);
  await staff.unblocksAccount(recipient);
  const sender = await newPerson(world);
  const { body } = await responseTo(
    sender.pays(recipient, { card: 'pm_card_authenticationRequired' }),
  );
  await world.bank.hears(body, 'authenticated');
  await postAllEvents(world);
  expect(await statusOf(String(body.inboxId))).toBe('PENDING');
});

test('a block ends an order that its bank had confirmed before', async () => {
  const order = await newWaiting();
  world.stripe.authenticate(order.intentId, 'authenticated');
  await postAllEvents(world);
  expect(await statusOf(order.id)).toBe('PENDING');
  world.advance(SECOND);
  await order.recipient.blocks(order.sender);
  const event = await newestDomainEvent(world, 'contact.blocked');
  await endBlockedConversations({ detail: event } as never, lambdaContext());
  expect(await statusOf(order.id)).toBe('DECLINED');
  await expectLedgerMatchesStripe(world);
});
