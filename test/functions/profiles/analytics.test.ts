import { describe, expect, test } from '@jest/globals';
import { handler as countAnalytics } from '#functions/events/countAnalytics.ts';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { countMessage, deleteAnalytics } from '#functions/storage/profiles/analytics.ts';
import { dayStep } from '#functions/storage/profiles/profile-views.ts';
import { table } from '#functions/storage/table.ts';
import {
  analyticsDayKey,
  analyticsPartition,
  countedMessagesPartition,
  countedSenderKey,
} from '#functions/storage/visit-keys.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { becomeContacts } from '#lib/local/deeds/contacts.ts';
import { subscribers } from '#shared/api/subscribers.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { newId } from '#shared/ids.ts';
import { DAY, dayOf, HOUR, later } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { claimedOrder } from '../../support/claims.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { postAllEvents } from '../../support/money.ts';
import { SHORT } from '../../support/offers.ts';
import { answeredOrder, orderFor, PRICE, pendingOrder } from '../../support/orders.ts';
import { bearer, blockedNow, newPerson, type Person, visitor } from '../../support/people.ts';
import { PHONE, visitCounter } from '../../support/stream.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Analytics: visits and drafts from the stream of the table, messages from domain events. docs/product/analytics.md */

const world = worldOfFile({ stream: true });

const countNewVisits = visitCounter(world);

/** What is counted of a person's day, without the time at which it expires. */
async function countsOf({ user }: Person, day = dayOf(world.now())) {
  const { pk, sk, expiresAt, ...counts } = (await table.get<Record<string, unknown>>(
    analyticsDayKey(user.id, day),
  )) ?? { pk: '', sk: '', expiresAt: 0 };
  return counts;
}

const look = (at: Person, via?: string, { token, userAgent = PHONE }: Looking = {}) =>
  responseTo(
    bearer(token).calls(
      'viewUserProfile',
      { username: at.user.username, ...(via !== undefined && { via }) },
      { headers: { 'user-agent': userAgent } },
    ),
  );
type Looking = { token?: string; userAgent?: string };

/** Who presses "Contact". */
const someone = visitor();
const press = (id: string, more: object = {}, userAgent = PHONE) =>
  responseTo(
    someone.calls('recordContactPress', { id, ...more }, { headers: { 'user-agent': userAgent } }),
  );

const deliver = (event: DomainEvent) => countAnalytics({ detail: event } as never, lambdaContext());

async function eventsAbout(id: string): Promise<DomainEvent[]> {
  const types: readonly string[] = subscribers.countAnalytics.events;
  return (await domainEventsOf(world)).filter(
    ({ type, detail }) =>
      types.includes(type) && 'conversationId' in detail && detail.conversationId === id,
  );
}

async function deliverAll(id: string): Promise<void> {
  for (const event of await eventsAbout(id)) await deliver(event);
}

async function recipientWithTier(): Promise<Person> {
  const recipient = await newPerson(world, { price: PRICE });
  await recipient.offersTiers([{ ...SHORT, price: '25' }]);
  return recipient;
}

/** A recipient with a price of $25.00, who gave a contact terms of their own. */
async function withContact(terms: 'OWN' | 'FREE', price = '5') {
  const ana = await newPerson(world, { price: PRICE, licenseId: 'STARTER' });
  const contact = await newPerson(world, { licenseId: 'STARTER' });
  await becomeContacts(contact, ana);
  const input = { userContactId: contact.user.id, terms, ...(terms === 'OWN' && { price }) };
  expect((await responseTo(ana.calls('updateContactPrice', input))).http).toBe(200);
  return { ana, contact };
}

describe('a visit', () => {
  test('counts by its source and the price that was shown, once per visitor and day', async () => {
    const [ana, ben] = [await newPerson(world, { price: PRICE }), await newPerson(world)];
    for (const via of ['qr', 'link']) await look(ana, via);
    await look(ana, 'search', ben);
    await countNewVisits();
    const counts = { view_qr: 1, view_search: 1, [`viewAt_${PRICE}`]: 2 };
    expect(await countsOf(ana)).toEqual(counts);
    await look(ana);
    await countNewVisits();
    expect(await countsOf(ana)).toEqual(counts);
  });

  test('counts as direct without a source and with an unknown one', async () => {
    const ana = await newPerson(world, { price: PRICE });
    expect((await look(ana, 'newsletter')).http).toBe(200);
    await look(ana, undefined, await newPerson(world));
    await countNewVisits();
    expect(await countsOf(ana)).toMatchObject({ view_direct: 2 });
  });

  test('of a person who takes no messages counts without a price', async () => {
    const ana = await newPerson(world, { paidResponseCommitment: 0 });
    await look(ana);
    await countNewVisits();
    expect(await countsOf(ana)).toEqual({ view_direct: 1 });
  });

  test('of a person with tiers counts without a price', async () => {
    const ana = await recipientWithTier();
    await look(ana);
    await countNewVisits();
    expect(await countsOf(ana)).toEqual({ view_direct: 1 });
  });

  test.each(['OWN', 'FREE'] as const)(
    'of a contact with terms of their own (%s) counts without a price, and others with the usual one',
    async (terms) => {
      const { ana, contact } = await withContact(terms);
      await look(ana, undefined, contact);
      await countNewVisits();
      expect(await countsOf(ana)).toEqual({ view_direct: 1 });
      await look(ana, undefined, await newPerson(world));
      await countNewVisits();
      expect(await countsOf(ana)).toEqual({ view_direct: 2, [`viewAt_${PRICE}`]: 1 });
    },
  );

  test('by the owner or a robot does not count', async () => {
    const ana = await newPerson(world, { price: PRICE });
    await look(ana, 'qr', ana);
    await look(ana, 'qr', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
    await countNewVisits();
    expect(await countsOf(ana)).toEqual({});
  });
});

describe('recordContactPress', () => {
  test('counts a visitor once a day, by the source', async () => {
    const { user } = await newPerson(world, { price: PRICE });
    for (let nth = 0; nth < 2; nth += 1)
      expect(await press(user.id, { via: 'qr' })).toMatchObject({ http: 200 });
    await countNewVisits();
    expect(await countsOf({ user } as Person)).toEqual({ press_qr: 1 });
  });

  test('does not count robots, and its response does not differ', async () => {
    const { user } = await newPerson(world, { price: PRICE });
    expect(await press(user.id, {}, 'curl/8.0')).toMatchObject({ http: 200 });
    await countNewVisits();
    expect(await countsOf({ user } as Person)).toEqual({});
  });

  test('stores nothing for a person who does not exist, and its response does not differ', async () => {
    const id = newId(world.now());
    expect(await press(id)).toMatchObject({ http: 200 });
    const { items } = await table.query({ partition: `VIEWS#${id}` });
    expect(items).toEqual([]);
  });

  test('counts nothing for a person who is not public, and its response does not differ', async () => {
    const person = await newPerson(world, { price: PRICE });
    await blockedNow(world, person);
    expect(await press(person.user.id, { via: 'qr' })).toMatchObject({ http: 200 });
    await countNewVisits();
    expect(await countsOf(person)).toEqual({});
  });

  test('refuses a malformed id', async () => {
    expect(await press('nobody')).toMatchObject({ http: 400, body: { status: 'INVALID_INPUT' } });
  });
});

describe('a draft', () => {
  test('counts with its first version only, by its source', async () => {
    const [ana, ben] = [await newPerson(world, { price: PRICE }), await newPerson(world)];
    const words = { recipientId: ana.user.id, messageSubject: 'Visa', messageText: '<p>When?</p>' };
    const body = await ben.calls('saveDraft', { ...words, via: 'link' });
    const { id: draftId, version: draftVersion } = body.data[0];
    const newer = { ...words, messageText: '<p>When, please?</p>', draftId, draftVersion };
    expect(await responseTo(ben.calls('saveDraft', newer))).toMatchObject({ http: 200 });
    await countNewVisits();
    expect(await countsOf(ana)).toEqual({ draft_link: 1 });
  });
});

describe('the subscriber', () => {
  const PAID = { paid_direct: 1, [`paidAt_${PRICE}`]: 1 };

  test('counts a paid message once, and its answer on the day it was paid', async () => {
    const { order, recipient } = await pendingOrder(world);
    const day = dayOf(world.now());
    await deliverAll(order.id);
    await deliverAll(order.id);
    expect(await countsOf(recipient, day)).toEqual(PAID);
    world.advance(47 * HOUR);
    await recipient.answers(order);
    const events = await eventsAbout(order.id);
    expect(events.map(({ type }) => type)).toEqual(['conversation.paid', 'conversation.answered']);
    await Promise.all([...events, ...events.reverse()].map(deliver));
    const answered = { ...PAID, answered_direct: 1, h48: 1 };
    expect(await countsOf(recipient, day)).toEqual(answered);
    expect(await countsOf(recipient)).toEqual({});
  });

  test('counts the source that the order names', async () => {
    const [ana, ben] = [await newPerson(world, { price: PRICE }), await newPerson(world)];
    await ben.pays(ana, { card: 'pm_card_visa' });
    const other = await newPerson(world, { price: PRICE });
    const input = { ...orderFor(other), via: 'qr' };
    const body = await ben.calls('createInbox', input, { key: crypto.randomUUID() });
    await deliverAll(body.data[0].id);
    expect(await countsOf(other)).toMatchObject({ paid_qr: 1 });
  });

  test('counts a message that bought a tier without a price', async () => {
    const ana = await recipientWithTier();
    const { body } = await responseTo((await newPerson(world)).pays(ana, { card: 'pm_card_visa' }));
    await deliverAll(body.data[0].id);
    expect(await countsOf(ana)).toEqual({ paid_direct: 1 });
  });

  test('counts a message at the price of a contact without a price, also if it is the usual one', async () => {
    for (const price of ['5', '25']) {
      const { ana, contact } = await withContact('OWN', price);
      const { body } = await responseTo(contact.pays(ana, { card: 'pm_card_visa', price }));
      await deliverAll(body.data[0].id);
      expect(await countsOf(ana)).toEqual({ paid_direct: 1 });
    }
  });

  test('counts a second message of the same sender as a repeat, in whatever order the two arrive', async () => {
    const { id, recipient, sender } = await answeredOrder(world);
    const second = (await sender.pays(recipient, { card: 'pm_card_visa' })).id;
    for (const one of [second, id, second, id]) await deliverAll(one);
    expect(await countsOf(recipient)).toMatchObject({ paid_direct: 2, repeat: 1 });
  });

  test.each(['declined', 'cancelled', 'reported'] as const)(
    'counts a %s message as refunded for that reason once the money is on its way back',
    async (reason) => {
      const { order, recipient, sender } = await pendingOrder(world);
      if (reason === 'declined') await recipient.declines(order);
      if (reason === 'cancelled') await sender.cancels(order);
      if (reason === 'reported') await recipient.reportsLetter(order);
      await deliverAll(order.id);
      // The payment of a reported message is kept until the report is reviewed.
      const back = reason === 'reported' ? {} : { refunded: PRICE, [`refund_${reason}`]: 1 };
      expect(await countsOf(recipient)).toEqual({ ...PAID, ...back });
    },
  );

  test('counts an unanswered message as expired', async () => {
    const { id, recipient } = await pendingOrder(world);
    const day = dayOf(world.now());
    world.advance(10 * DAY);
    await expireConversations({}, lambdaContext());
    await deliverAll(id);
    const back = { refunded: PRICE, refund_expired: 1 };
    expect(await countsOf(recipient, day)).toEqual({ ...PAID, ...back });
  });

  test('counts a lost dispute and an upheld claim, and takes the answers back', async () => {
    const disputed = await answeredOrder(world);
    const opened = await world.bank.disputes(disputed.intent);
    await world.bank.decides(opened, 'lost');
    await postAllEvents(world);
    await deliverAll(disputed.id);
    const lost = { refunded: PRICE, refund_dispute: 1 };
    expect(await countsOf(disputed.recipient)).toEqual({ ...PAID, ...lost });
    const claimed = await claimedOrder(world);
    const day = dayOf(world.now());
    await deliverAll(claimed.id);
    expect(await countsOf(claimed.recipient, day)).toMatchObject({ answered_direct: 1 });
    world.advance(4 * DAY);
    await expireConversations({}, lambdaContext());
    await deliverAll(claimed.id);
    const counts = await countsOf(claimed.recipient, day);
    expect(counts).toMatchObject({ answered_direct: 0, refunded: PRICE, refund_claim: 1 });
  });

  test('ignores a message that was paid more than 400 days ago', async () => {
    const { id, recipient } = await answeredOrder(world);
    const day = dayOf(world.now());
    const events = await eventsAbout(id);
    world.advance(401 * DAY);
    for (const event of events) await deliver(event);
    expect(await countsOf(recipient, day)).toEqual({});
  });
});

describe('viewAnalytics', () => {
  const view = (person: Person, input: object = {}) => responseTo(person.analytics({ ...input }));
  const plant = ({ user }: Person, daysAgo: number, counts: Record<string, number>) =>
    table.write(dayStep(user.id, dayOf(later(world.now(), -daysAgo * DAY)), counts));

  test('is of days that are kept for 400 days', async () => {
    const ana = await newPerson(world);
    await plant(ana, 3, { view_qr: 1 });
    const day = dayOf(later(world.now(), -3 * DAY));
    const item = await table.get<{ expiresAt: number }>(analyticsDayKey(ana.user.id, day));
    expect(item?.expiresAt).toBe(Date.parse(day) / 1_000 + (400 * DAY) / 1_000);
  });

  test('shows the last 7 days of the funnel and nothing else to a person who is not on Professional', async () => {
    for (const licenseId of ['FREE', 'STARTER'] as const) {
      const ana = await newPerson(world, { licenseId });
      await plant(ana, 6, { view_qr: 4, press_link: 1, paid_direct: 1, answered_direct: 1 });
      await plant(ana, 7, { view_qr: 100 });
      const { http, body } = await view(ana, { days: '365' });
      const day = dayOf(later(world.now(), -6 * DAY));
      const counts = [{ day, view: 4, press: 1, draft: 0, paid: 1, answered: 1 }];
      expect({ http, data: body.data }).toEqual({
        http: 200,
        data: [{ days: 7, counts, currentPrice: ana.user.paidResponsePrice / 100, whole: null }],
      });
    }
  });

  test('shows sources, hours, repeats and refunds of the period, and prices of 13 months, on Professional', async () => {
    const ana = await newPerson(world, { licenseId: 'PROFESSIONAL' });
    await plant(ana, 2, { view_qr: 8, viewAt_2500: 8, paid_qr: 2, paidAt_2500: 2, repeat: 1 });
    await plant(ana, 29, {
      answered_qr: 10,
      h2: 5,
      h9: 4,
      h30: 1,
      refunded: 2_500,
      refund_claim: 1,
    });
    await plant(ana, 390, { view_link: 9, viewAt_1000: 9, repeat: 7 });
    const { body } = await view(ana, { days: '30' });
    const { days, counts, whole } = body.data[0];
    expect([days, counts.length]).toEqual([30, 2]);
    expect(whole.sources.find(({ source }: { source: string }) => source === 'qr')).toEqual({
      source: 'qr',
      view: 8,
      press: 0,
      draft: 0,
      paid: 2,
      answered: 10,
    });
    expect(whole).toMatchObject({
      medianHours: 2,
      mostHours: 9,
      repeats: 1,
      refunded: 25,
      months: [],
      refunds: [{ reason: 'claim', count: 1 }],
      prices: [
        { price: 10, views: 9, paid: 0 },
        { price: 25, views: 8, paid: 2 },
      ],
    });
  });

  test('shows the earnings of a month with the fees in them', async () => {
    const recipient = await newPerson(world, { price: PRICE, licenseId: 'PROFESSIONAL' });
    const { body } = await responseTo(
      (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' }),
    );
    await recipient.answers(body.data[0]);
    const { months } = (await view(recipient)).body.data[0].whole;
    expect(months).toEqual([
      { month: dayOf(world.now()).slice(0, 7), gross: PRICE / 100, fees: 1.65 },
    ]);
  });

  test('refuses a period that is not offered', async () => {
    const ana = await newPerson(world);
    expect(await view(ana, { days: '12' })).toMatchObject({
      http: 400,
      body: { status: 'INVALID_INPUT' },
    });
  });
});

describe('deleteAnalytics', () => {
  test('deletes the days of a person, and what was counted of each message', async () => {
    const { id, recipient } = await pendingOrder(world);
    await deliverAll(id);
    await deleteAnalytics(table, recipient.user.id);
    for (const partition of [analyticsPartition, countedMessagesPartition])
      expect((await table.query({ partition: partition(recipient.user.id) })).items).toEqual([]);
  });
});

test('the analytics of a message that other counts overtake are given up after ten tries', async () => {
  const { id, sender, recipient } = await pendingOrder(world);
  const key = countedSenderKey(recipient.user.id, sender.user.id);
  const count = () => countMessage(table, id, world.now());
  expect(await world.losingEveryWrite(key, count)).toEqual({
    result: new Error(`conversation ${id} could not be counted`),
    tries: 10,
  });
});
