import { describe, expect, test } from '@jest/globals';
import { handler as offerPlaces } from '#functions/events/offerPlaces.ts';
import { alertsIn } from '#functions/storage/accounts/alerts.ts';
import {
  ASKING_TIME,
  askForPlace,
  NOTIFIED_PER_PLACE,
  offerPlace,
} from '#functions/storage/accounts/waitlist.ts';
import { alertsKey, askedKey, placeKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import type { DomainEvent, DomainEventType } from '#shared/domain-events.ts';
import { newId } from '#shared/ids.ts';
import { DAY, later, toIso } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { domainEventsOf, newestDomainEvent } from '../../support/domain-events.ts';
import { intentsOf } from '../../support/money.ts';
import { PRICE } from '../../support/orders.ts';
import { blockedNow, newPerson, type Person, visitor } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { at } from '../../support/stopped-clock.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const set = (person: Person, input: Record<string, string>) =>
  responseTo(person.setsAvailability(input));
const ask = (person: Person, recipient: Ref) => responseTo(person.asksForPlace(recipient));
const waitingOf = (person: Person) => person.waiting();
const inDays = (days: number) => toIso((world.now() + days * DAY) as never);

const isNotified = async ({ user }: Person) =>
  alertsIn(await table.get(alertsKey(user.id))).some(({ kind }) => kind === 'PLACE_FREE');
const placeFreeEventCount = async () => (await domainEventsOf(world, 'place.free')).length;

const offer = (event: DomainEvent) => offerPlaces({ detail: event } as never, lambdaContext());

/** Delivers the newest event of a type to the subscriber that offers places. */
const deliver = async (type: DomainEventType) => offer(await newestDomainEvent(world, type));

/** Saves when a person takes messages, and delivers the event. */
async function setAndDeliver(recipient: Person, input: Record<string, string>): Promise<void> {
  expect(await set(recipient, input)).toMatchObject({ http: 200 });
  await deliver('user.availabilityChanged');
}

/** Creates people who ask for a place one after the other. */
async function newAskers(recipient: Person, count: number): Promise<Person[]> {
  const askers: Person[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const asker = await newPerson(world);
    expect(await ask(asker, recipient)).toMatchObject({ http: 200 });
    world.advance(1_000);
    askers.push(asker);
  }
  return askers;
}

/** A recipient whose one place is taken by a pending order. */
async function fullRecipient(waitingMax = '1') {
  const recipient = await newPerson(world, { price: PRICE });
  expect((await set(recipient, { waitingMax })).body).toEqual({ status: 'SUCCESS' });
  const sender = await newPerson(world);
  const { id } = await sender.pays(recipient, { card: 'pm_card_visa' });
  return { recipient, sender, id };
}

describe('a pause', () => {
  test('refuses orders and is shown, and orders that are paid already are unaffected', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    const { id } = await (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' });
    await set(recipient, { paused: 'true' });
    expect(await visitor().profileOf(recipient)).toMatchObject({
      paused: { until: null },
      active: false,
    });
    const holds = intentsOf(world).length;
    const refused = await responseTo(
      (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' }),
    );
    expect(refused.body).toMatchObject({
      status: 'NOT_ACCEPTING',
      message: 'This person isn’t accepting letters right now. Nothing was charged.',
    });
    expect(intentsOf(world)).toHaveLength(holds);
    await recipient.answers({ id });
  });

  test('with a return date ends by itself at that time', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    const until = inDays(3);
    await set(recipient, { paused: 'true', pausedUntil: until });
    expect((await recipient.offer()).paused).toEqual({ until });
    world.advance(3 * DAY);
    expect(await recipient.offer()).not.toHaveProperty('paused');
    expect(await visitor().profileOf(recipient)).not.toHaveProperty('paused');
    await (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' });
  });

  test('is ended by saving without it', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    await set(recipient, { paused: 'true' });
    await set(recipient, {});
    await (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' });
  });

  test.each([
    ['in the past', () => inDays(-1), 'Please choose a day in the future'],
    ['more than a year ahead', () => inDays(367), 'Please choose a day within a year'],
  ])('until a time %s is refused at its field', async (_name, until, sentence) => {
    const refused = await set(await newPerson(world, { price: PRICE }), {
      paused: 'true',
      pausedUntil: until(),
    });
    expect(refused.body.fields).toEqual({ pausedUntil: sentence });
  });

  test('is refused at its field if it is missing or its time is invalid, and nothing changes', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    await set(recipient, { paused: 'true' });
    const unsaid = await responseTo(recipient.calls('updateAvailability', { waitingMax: '3' }));
    expect(unsaid.body.fields).toEqual({ paused: 'Please say whether you pause' });
    const never = await set(recipient, { paused: 'true', pausedUntil: 'some day' });
    expect(never).toMatchObject({ http: 400, body: { status: 'INVALID_INPUT' } });
    expect(Object.keys(never.body.fields)).toEqual(['pausedUntil']);
    const settings = await recipient.offer();
    expect(settings).toMatchObject({ paused: { until: null } });
    expect(settings).not.toHaveProperty('waitingMax');
  });
});

describe('a cap on waiting orders', () => {
  test('refuses the next order before it is paid, until one is answered', async () => {
    const { recipient, id } = await fullRecipient();
    expect(await visitor().profileOf(recipient)).toMatchObject({
      full: { asked: false },
      active: false,
    });
    const holds = intentsOf(world).length;
    const other = await newPerson(world);
    const refused = await responseTo(other.pays(recipient, { card: 'pm_card_visa' }));
    expect(refused.body).toMatchObject({
      status: 'NOT_ACCEPTING',
      message: 'This person has reached their limit of waiting letters. Nothing was charged.',
    });
    expect(intentsOf(world)).toHaveLength(holds);
    await recipient.answers({ id });
    expect(await visitor().profileOf(recipient)).not.toHaveProperty('full');
    await other.pays(recipient, { card: 'pm_card_visa' });
  });

  test('lets one of two orders at the same moment through, and takes no money for the other', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    await set(recipient, { waitingMax: '1' });
    const [one, other] = [await newPerson(world), await newPerson(world)];
    const holds = intentsOf(world).length;
    const paid = await Promise.all([
      responseTo(one.pays(recipient, { card: 'pm_card_visa' })),
      responseTo(other.pays(recipient, { card: 'pm_card_visa' })),
    ]);
    expect(paid.map(({ http }) => http).toSorted()).toEqual([200, 409]);
    expect(intentsOf(world)).toHaveLength(holds + 1);
    expect((await waitingOf(recipient)).waitingOrders).toBe(1);
  });

  test('counts an order whose card was declined no longer', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    await set(recipient, { waitingMax: '1' });
    const declined = await responseTo(
      (await newPerson(world)).pays(recipient, { card: 'pm_card_chargeDeclined' }),
    );
    expect(declined.body.status).toBe('CARD_DECLINED');
    expect((await waitingOf(recipient)).waitingOrders).toBe(0);
  });

  test('counts canceled and declined orders no longer', async () => {
    const { recipient, sender, id } = await fullRecipient('2');
    const { id: second } = await (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' });
    expect((await waitingOf(recipient)).waitingOrders).toBe(2);
    await sender.cancels({ id });
    await recipient.declines({ id: second });
    expect((await waitingOf(recipient)).waitingOrders).toBe(0);
  });

  test('counts the orders that waited before it was set', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    await (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' });
    await set(recipient, { waitingMax: '1' });
    await expectRefused(
      (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' }),
      409,
      'NOT_ACCEPTING',
    );
  });

  test.each(['0', '201', '1.5', 'some'])('of %s is refused at its field', async (waitingMax) => {
    const refused = await set(await newPerson(world, { price: PRICE }), { waitingMax });
    expect(refused.body.fields).toEqual({
      waitingMax: 'Please enter a number from 1 to 200, or leave it empty',
    });
  });
});

describe('askForPlace', () => {
  test('puts the caller on the list once, and the owner sees how many wait', async () => {
    const { recipient } = await fullRecipient();
    const viewer = await newPerson(world);
    expect((await ask(viewer, recipient)).body).toEqual({ status: 'SUCCESS' });
    expect((await ask(viewer, recipient)).body).toEqual({ status: 'SUCCESS' });
    expect(await waitingOf(recipient)).toEqual({ waitingOrders: 1, askers: 1 });
    expect((await viewer.profileOf(recipient)).full).toEqual({ asked: true });
    expect((await (await newPerson(world)).profileOf(recipient)).full).toEqual({ asked: false });
  });

  test('is refused while there is a place', async () => {
    const refused = await ask(await newPerson(world), await newPerson(world, { price: PRICE }));
    expect(refused.body).toMatchObject({
      status: 'WRONG_STATUS',
      message: 'There’s an opening now. You can write at once.',
    });
  });

  test('is refused for oneself, for nobody, and for a person who accepts no messages', async () => {
    const { recipient } = await fullRecipient();
    expect((await ask(recipient, recipient)).body.fields).toEqual({
      userId: 'This is your own profile',
    });
    const closed = await newPerson(world, { price: PRICE, paidResponseCommitment: 0 });
    expect((await ask(await newPerson(world), closed)).body.status).toBe('NOT_ACCEPTING');
    const unknown = { id: '01KAQ3V9N8X5Y7Z2M4B6C8D0E1' };
    expect((await ask(await newPerson(world), unknown)).body.status).toBe('NOT_FOUND');
  });

  test('is refused for a person whose account is not public', async () => {
    const { recipient } = await fullRecipient();
    await blockedNow(world, recipient);
    expect((await ask(await newPerson(world), recipient)).body.status).toBe('NOT_FOUND');
  });

  test('counts once more after its time, although the old request is still stored', async () => {
    const { recipient } = await fullRecipient();
    const [asker] = (await newAskers(recipient, 1)) as [Person];
    world.advance(ASKING_TIME);
    expect((await asker.profileOf(recipient)).full).toEqual({ asked: false });
    await asker.asksForPlace(recipient);
    expect((await asker.profileOf(recipient)).full).toEqual({ asked: true });
    expect((await recipient.waiting()).askers).toBe(1);
    const before = await placeFreeEventCount();
    await setAndDeliver(recipient, {});
    expect(await placeFreeEventCount()).toBe(before + 1);
    expect((await recipient.waiting()).askers).toBe(0);
  });

  test('tells a blocked person only that no messages are accepted, and refuses who blocked', async () => {
    const { recipient } = await fullRecipient();
    const viewer = await newPerson(world);
    await recipient.blocks(viewer);
    expect((await ask(viewer, recipient)).body.status).toBe('NOT_ACCEPTING');
    expect(await viewer.profileOf(recipient)).not.toHaveProperty('full');
    const blocker = await newPerson(world);
    await blocker.blocks(recipient);
    expect((await ask(blocker, recipient)).body.status).toBe('INVALID_INPUT');
  });
});

describe('a free place', () => {
  test('notifies the three who waited longest, once, also if its event is repeated', async () => {
    const { recipient, id } = await fullRecipient();
    const askers = await newAskers(recipient, NOTIFIED_PER_PLACE + 1);
    const before = await placeFreeEventCount();
    await recipient.answers({ id });
    await deliver('conversation.answered');
    await deliver('conversation.answered');
    expect(await Promise.all(askers.map(isNotified))).toEqual([true, true, true, false]);
    expect(await placeFreeEventCount()).toBe(before + NOTIFIED_PER_PLACE);
    expect((await waitingOf(recipient)).askers).toBe(1);
  });

  test('notifies nobody while the person is still full, or has paused without a return date', async () => {
    const { recipient, sender, id } = await fullRecipient();
    const asker = await newPerson(world);
    await ask(asker, recipient);
    await sender.cancels({ id });
    await (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' });
    await deliver('conversation.cancelled');
    expect(await isNotified(asker)).toBe(false);
    await setAndDeliver(recipient, { waitingMax: '5', paused: 'true' });
    expect(await isNotified(asker)).toBe(false);
    await setAndDeliver(recipient, { waitingMax: '5' });
    expect(await isNotified(asker)).toBe(true);
  });

  test('that somebody else takes can be asked for again', async () => {
    const { recipient } = await fullRecipient();
    const asker = await newPerson(world);
    await ask(asker, recipient);
    await setAndDeliver(recipient, { waitingMax: '2' });
    await (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' });
    expect((await asker.profileOf(recipient)).full).toEqual({ asked: false });
    await ask(asker, recipient);
    expect((await waitingOf(recipient)).askers).toBe(1);
  });

  test('that comes from a larger cap notifies after a crash of the call or of the subscriber at any effect', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const { recipient } = await fullRecipient();
      const [asker] = (await newAskers(recipient, 1)) as [Person];
      const before = await placeFreeEventCount();
      const earlier = await domainEventsOf(world, 'user.availabilityChanged');
      await crash(() => set(recipient, { waitingMax: '2' }));
      const isSaved = (await recipient.offer()).waitingMax === 2;
      const events = await domainEventsOf(world, 'user.availabilityChanged');
      for (const event of events.slice(earlier.length)) {
        await crash(() => offer(event));
        await offer(event);
      }
      expect(await isNotified(asker)).toBe(isSaved);
      expect(await placeFreeEventCount()).toBe(before + (isSaved ? 1 : 0));
    });
  });

  test('notifies nobody while the month is full', async () => {
    const recipient = await newPerson(world, { price: PRICE, paidResponseCommitment: 1 });
    await set(recipient, { waitingMax: '1' });
    const { id } = await (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' });
    const [asker] = (await newAskers(recipient, 1)) as [Person];
    await recipient.answers({ id });
    await deliver('conversation.answered');
    expect(await isNotified(asker)).toBe(false);
    expect((await waitingOf(recipient)).askers).toBe(1);
  });

  test('is offered to other people than another one that becomes free at the same time', async () => {
    const { recipient, id } = await fullRecipient('2');
    const { id: second } = await (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' });
    const askers = await newAskers(recipient, NOTIFIED_PER_PLACE + 1);
    const before = await placeFreeEventCount();
    await recipient.answers({ id });
    await recipient.declines({ id: second });
    const answered = await newestDomainEvent(world, 'conversation.answered');
    const declined = await newestDomainEvent(world, 'conversation.declined');
    await world.overtaken(() => offer(answered), {
      at: placeKey(recipient.user.id, answered.id),
      by: () => offer(declined),
    });
    expect(await Promise.all(askers.map(isNotified))).toEqual(askers.map(() => true));
    expect(await placeFreeEventCount()).toBe(before + askers.length);
    expect((await waitingOf(recipient)).askers).toBe(0);
  });

  test('after a failed payment notifies too', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    await set(recipient, { waitingMax: '1' });
    const payer = await newPerson(world);
    const waits = await responseTo(
      payer.pays(recipient, { card: 'pm_card_authenticationRequired' }),
    );
    expect(waits.body.status).toBe('CARD_ACTION_REQUIRED');
    const asker = await newPerson(world);
    await ask(asker, recipient);
    const declined = payer.pays(recipient, { card: 'pm_card_chargeDeclined' });
    await expectRefused(declined, 402, 'CARD_DECLINED');
    await deliver('order.undone');
    expect(await isNotified(asker)).toBe(true);
  });

  test.each([
    ['whom the person blocked', (asker: Person, owner: Person) => owner.blocks(asker)],
    ['who blocked the person', (asker: Person, owner: Person) => asker.blocks(owner)],
  ])('does not notify somebody %s since', async (_who, blocks) => {
    const { recipient, id } = await fullRecipient();
    const asker = await newPerson(world);
    await ask(asker, recipient);
    await blocks(asker, recipient);
    await recipient.answers({ id });
    await deliver('conversation.answered');
    expect(await isNotified(asker)).toBe(false);
    expect((await waitingOf(recipient)).askers).toBe(0);
  });

  test('does not notify somebody who asked more than 60 days ago', async () => {
    const { recipient } = await fullRecipient();
    const asker = await newPerson(world);
    await ask(asker, recipient);
    world.advance(ASKING_TIME);
    await setAndDeliver(recipient, {});
    expect(await isNotified(asker)).toBe(false);
  });
});

test('a pause ends in the future, and after exactly 366 days at the latest', async () => {
  const person = await newPerson(world);
  const now = world.now();
  const pause = async (time: number) => {
    const pausedUntil = toIso(later(now, time));
    const set = () => responseTo(person.setsAvailability({ paused: 'true', pausedUntil }));
    return (await at(world, now, set)).http;
  };
  expect(await pause(0)).toBe(400);
  expect(await pause(1)).toBe(200);
  expect(await pause(366 * DAY)).toBe(200);
  expect(await pause(366 * DAY + 1)).toBe(400);
});

test('a free place whose offers others overtake is given up after five tries', async () => {
  const now = world.now();
  const [userId, ownerId, placeId] = [newId(now), newId(now), newId(now)];
  await askForPlace(table, userId, ownerId, now);
  const place = { ownerId, ownerName: 'Ana', placeId };
  const offerIt = () => offerPlace(table, place, async () => true, now);
  expect(await world.losingEveryWrite(askedKey(ownerId, now, userId), offerIt)).toEqual({
    result: new Error(`the place ${placeId} could not be offered`),
    tries: 5,
  });
});
