import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { handler as recordOutcomes } from '#functions/events/recordOutcomes.ts';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { handler as renderPage } from '#functions/pages/render.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { conversationKey, oddsKey } from '#functions/storage/keys.ts';
import {
  recordOutcome,
  type StoredOutcomes,
  storedOutcomes,
} from '#functions/storage/profiles/odds.ts';
import { put, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { subscribers } from '#shared/api/subscribers.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { newId } from '#shared/ids.ts';
import type { Outcome } from '#shared/rules/profiles/odds.ts';
import { DAY, HOUR, type Instant, later, MINUTE, toSeconds } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { postAllEvents } from '../../support/money.ts';
import { answeredOrder, PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { refundAsFraud } from '../../support/reversals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The odds of a recipient: recorded by the subscriber, shown on the profile. docs/product/profiles.md#odds */

const world = worldOfFile();

const deliver = (event: DomainEvent) => recordOutcomes({ detail: event } as never, lambdaContext());

/** The events about a recipient that the bus delivers to the subscriber, oldest first. */
async function eventsAbout({ user }: Person): Promise<DomainEvent[]> {
  const types: readonly string[] = subscribers.recordOutcomes.events;
  return (await domainEventsOf(world)).filter(
    ({ type, detail }) =>
      types.includes(type) && 'recipientId' in detail && detail.recipientId === user.id,
  );
}

async function deliverAll(recipient: Person): Promise<void> {
  for (const event of await eventsAbout(recipient)) await deliver(event);
}

const stored = ({ user }: Person) => table.get<StoredOutcomes>(oddsKey(user.id));
const conversationOf = (id: string) => conversationById(table, id, world.now());
const outcomesOf = async (person: Person) => (await stored(person))?.outcomes;

/** Stores outcomes of a day ago: one for each number of hours, or for an expired order. */
const plant = ({ user }: Person, ...hours: (number | undefined)[]) => {
  const at = later(world.now(), -DAY);
  const outcome = (each?: number): Outcome =>
    each === undefined ? { at } : { at, minutes: 60 * each };
  const outcomes = Object.fromEntries(hours.map((each, nth) => [`planted${nth}`, outcome(each)]));
  return table.write(put(storedOutcomes(user.id, { outcomes, version: 1 }, world.now())));
};

describe('the subscriber', () => {
  test('records an answer, with the minutes since the payment, once', async () => {
    const { recipient, order } = await pendingOrder(world);
    world.advance(19 * HOUR);
    await recipient.answers(order);
    await deliverAll(recipient);
    const once = await stored(recipient);
    const { paidAt = 0, lastMessageAt = 0 } = (await conversationOf(order.id)) ?? {};
    const minutes = Math.ceil((lastMessageAt - paidAt) / MINUTE);
    expect(minutes).toBeGreaterThanOrEqual(19 * 60);
    expect(once?.outcomes).toEqual({ [order.id]: { at: lastMessageAt, minutes } });
    await deliverAll(recipient);
    expect(await stored(recipient)).toEqual(once);
  });

  test('records an order that expired, with its deadline', async () => {
    const { recipient, id } = await pendingOrder(world);
    world.advance(11 * DAY);
    await expireConversations({}, lambdaContext());
    await deliverAll(recipient);
    const { deadlineAt } = (await conversationOf(id)) ?? {};
    expect(await outcomesOf(recipient)).toEqual({ [id]: { at: deadlineAt } });
  });

  test('records nothing of a message that was canceled, declined or reported', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    const ends = [
      (sender: Person, id: string) => sender.cancels({ id }),
      (_: Person, id: string) => recipient.declines({ id }),
      (_: Person, id: string) => recipient.reportsLetter({ id }),
    ];
    for (const end of ends) {
      const sender = await newPerson(world);
      const paid = await sender.pays(recipient, { card: 'pm_card_visa' });
      await end(sender, paid.id);
      const about = { conversationId: paid.id, senderId: sender.user.id };
      const detail = { ...about, recipientId: recipient.user.id, amountCents: 2_500 };
      await deliver({ id: 'late', type: 'conversation.expired', at: world.now(), detail });
    }
    expect(await stored(recipient)).toBeUndefined();
  });

  test('removes an answer whose dispute was lost, and restores it if the dispute is won after all', async () => {
    const { recipient, intent, id } = await answeredOrder(world);
    const opened = await world.bank.disputes(intent);
    await postAllEvents(world);
    await deliverAll(recipient);
    expect(await outcomesOf(recipient)).toHaveProperty(id);
    await world.bank.decides(opened, 'lost');
    await postAllEvents(world);
    await deliverAll(recipient);
    expect(await outcomesOf(recipient)).toEqual({});
    await world.bank.decides(opened, 'won');
    await postAllEvents(world);
    await deliverAll(recipient);
    expect(await outcomesOf(recipient)).toHaveProperty(id);
  });

  test('removes an answer to a fraudulent payment', async () => {
    const { recipient, id } = await answeredOrder(world);
    await deliverAll(recipient);
    expect(await outcomesOf(recipient)).toHaveProperty(id);
    await refundAsFraud(world, id);
    await deliverAll(recipient);
    expect(await outcomesOf(recipient)).toEqual({});
  });

  test('writes the same for events in any order', async () => {
    const { recipient, intent } = await answeredOrder(world);
    await world.bank.decides(await world.bank.disputes(intent), 'lost');
    await postAllEvents(world);
    for (const event of (await eventsAbout(recipient)).reverse()) await deliver(event);
    expect((await outcomesOf(recipient)) ?? {}).toEqual({});
  });

  test('loses none of several orders that end at the same moment', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    const ids: string[] = [];
    for (let nth = 0; nth < 4; nth += 1) {
      const paid = await (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' });
      ids.push(paid.id);
      await recipient.answers(paid);
    }
    await Promise.all((await eventsAbout(recipient)).map(deliver));
    expect(Object.keys((await outcomesOf(recipient)) ?? {}).sort()).toEqual(ids.sort());
  });

  test('stores nothing for longer than it counts', async () => {
    const { recipient, id } = await answeredOrder(world);
    await deliverAll(recipient);
    const item = await table.get<StoredOutcomes & { expiresAt: number }>(
      oddsKey(recipient.user.id),
    );
    const at = item?.outcomes[id]?.at as Instant;
    expect(item?.expiresAt).toBe(toSeconds(later(at, 90 * DAY)));
  });
});

describe('the profile', () => {
  const profile = async ({ user }: Person) => await visitor().profileOf(user);

  test('has the odds from five ended orders on', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    expect((await profile(recipient)).odds).toBeNull();
    await plant(recipient, 2, 4, undefined, 30);
    expect((await profile(recipient)).odds).toBeNull();
    await plant(recipient, 2, 4, undefined, 30, 90);
    const odds = { answered: 4, ended: 5, medianHours: 17 };
    expect((await profile(recipient)).odds).toEqual(odds);
    const { referralCode } = recipient.user;
    const invited = await responseTo(visitor().profileOfInviter(referralCode));
    expect(invited.body.data[0].odds).toEqual(odds);
  });

  test('has no odds any more when its orders ended more than 90 days ago', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    await plant(recipient, 2, 4, undefined, 30, 90);
    world.advance(89 * DAY - HOUR);
    expect((await profile(recipient)).odds).not.toBeNull();
    world.advance(2 * HOUR);
    expect((await profile(recipient)).odds).toBeNull();
  });

  test('says the same on the page that the server renders for visitors', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    await plant(recipient, 19, 19, undefined, 19, 19);
    const event = { rawPath: `/pages/${recipient.user.username}`, headers: {} };
    const page = await renderPage(event as unknown as APIGatewayProxyEventV2, lambdaContext());
    const { body } = page as { body: string };
    const words = body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u00a0]+/g, ' ');
    expect(words).toContain('answered 4 of 5');
    expect(words).toContain('19 hours');
    expect(words).toContain('openings left 100');
    expect(words).toContain('No answer within 10 days? You get all $25.00 back to your card.');
  });
});

test('an outcome that others overtake is given up after ten tries', async () => {
  const now = world.now();
  const [id, recipientId] = [newId(now), newId(now)];
  const ended = { status: 'EXPIRED', reasonCode: 'RETURN_TO_SENDER', deadlineAt: now };
  await table.write(put({ ...conversationKey(id), id, ...ended, price: 100 }));
  const record = () => recordOutcome(table, recipientId, id, now);
  expect(await world.losingEveryWrite(oddsKey(recipientId), record)).toEqual({
    result: new Error(`the outcome of conversation ${id} could not be recorded`),
    tries: 10,
  });
});
