import { describe, expect, test } from '@jest/globals';
import { becomeContacts } from '#lib/local/deeds/contacts.ts';
import type { DomainEvent, DomainEventType } from '#shared/domain-events.ts';
import { newId } from '#shared/ids.ts';
import { RESPONSE_TIME } from '#shared/rules/conversations/state-machine.ts';
import { DAY } from '#shared/time.ts';
import { newDevice } from '../../support/devices.ts';
import {
  deliverToDevices,
  domainEventsOf,
  newestDomainEvent,
} from '../../support/domain-events.ts';
import { runSchedules } from '../../support/money.ts';
import { pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { supportOf } from '../../support/tickets.ts';

const world = worldOfFile();

/** Creates a pending conversation whose two participants each have a phone. */
async function withPhones(more: { showText?: boolean } = {}) {
  const order = await pendingOrder(world);
  const [sends, receives] = [
    await newDevice(world, order.sender, more),
    await newDevice(world, order.recipient, more),
  ];
  return { ...order, senderPhone: sends, recipientPhone: receives };
}

const words = (arrivals: readonly { title: string; body: string }[]) =>
  arrivals.map(({ title, body }) => `${title} | ${body}`);

describe('a notification', () => {
  test('of a paid message reaches its recipient without name and subject on the lock screen', async () => {
    const { id, senderPhone, recipientPhone } = await withPhones();
    await deliverToDevices(await newestDomainEvent(world, 'conversation.paid'));
    expect(senderPhone.arrived()).toEqual([]);
    expect(recipientPhone.arrived()).toMatchObject([
      {
        title: 'A paid letter is waiting',
        body: 'You have 10 days to answer it.',
        url: `/inbox-viewer/${id}`,
        tag: `conversation:${id}`,
        urgency: 'high',
        ttlSeconds: 7 * 24 * 3_600,
      },
    ]);
  });

  test('shows name and subject if the owner of the phone chose so', async () => {
    const { sender, recipientPhone } = await withPhones({ showText: true });
    await deliverToDevices(await newestDomainEvent(world, 'conversation.paid'));
    expect(words(recipientPhone.arrived())).toEqual([
      `${sender.user.fullName} paid for your answer | Dry winters`,
    ]);
  });

  test('of an answer reaches the sender', async () => {
    const { id, recipient, senderPhone, recipientPhone } = await withPhones();
    await recipient.answers({ id });
    await deliverToDevices(await newestDomainEvent(world, 'conversation.answered'));
    expect(recipientPhone.arrived()).toEqual([]);
    expect(senderPhone.arrived()).toMatchObject([
      { title: 'Your letter was answered', url: `/order-viewer/${id}` },
    ]);
  });

  test('of a free reply reaches the other side each time', async () => {
    const { id, sender, recipient, senderPhone, recipientPhone } = await withPhones();
    await recipient.answers({ id });
    const order = { id, sender, recipient };
    await sender.writes(order);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.replied'));
    expect(recipientPhone.arrived()).toMatchObject([
      { title: 'You have a reply', url: `/inbox-viewer/${id}` },
    ]);
    world.advance(1_000);
    await recipient.writes(order);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.replied'));
    expect(senderPhone.arrived()).toMatchObject([
      { title: 'You have a reply', url: `/order-viewer/${id}` },
    ]);
    expect(recipientPhone.arrived()).toHaveLength(1);
  });

  test('of a declined message states that the sender was not charged', async () => {
    const { id, recipient, senderPhone } = await withPhones();
    await recipient.declines({ id }, { note: 'I am sorry.' });
    await deliverToDevices(await newestDomainEvent(world, 'conversation.declined'));
    expect(words(senderPhone.arrived())).toEqual([
      'Your letter was declined | You weren’t charged.',
    ]);
  });

  test('of an expired message reaches the sender, whose hold was captured meanwhile', async () => {
    const { id, senderPhone } = await withPhones();
    world.advance(6.7 * DAY);
    await runSchedules();
    world.advance(RESPONSE_TIME);
    await runSchedules();
    const facts = await domainEventsOf(world, 'conversation.expired');
    for (const fact of facts) await deliverToDevices(fact);
    expect(senderPhone.arrived()).toMatchObject([
      {
        title: 'No answer came in time',
        body: 'Your money is on its way back.',
        url: `/order-viewer/${id}`,
      },
    ]);
  });

  test('of a report states whether the money is refunded or charged', async () => {
    const [given, kept] = [await withPhones(), await withPhones()];
    await given.recipient.reportsLetter(given, { reason: 'NOT_ME' });
    await kept.recipient.reportsLetter(kept);
    for (const fact of await domainEventsOf(world, 'conversation.reported'))
      await deliverToDevices(fact);
    expect(words(given.senderPhone.arrived())).toEqual([
      'Your letter won’t be answered | You weren’t charged.',
    ]);
    expect(words(kept.senderPhone.arrived())).toEqual([
      'Your letter was reported | You were charged while we review the report.',
    ]);
  });

  test('of a help ticket reaches the support account', async () => {
    const person = await newPerson(world);
    const phone = await newDevice(world, await supportOf(world));
    await person.asksSupport();
    await deliverToDevices(await newestDomainEvent(world, 'conversation.asked'));
    expect(words(phone.arrived())).toEqual(['A help ticket is waiting | Someone asks for help.']);
  });

  test.each([
    ['payout.paid', 'Your payout is paid', '/payouts'],
    ['payout.waiting', 'Your payout is waiting for your payout account', '/account-balance'],
    ['payout.failed', 'Your payout didn’t go through', '/payouts'],
  ])('of %s omits the amount', async (type, title, url) => {
    const person = await newPerson(world);
    const phone = await newDevice(world, person, { showText: true });
    const detail = { userId: person.user.id, period: '2026-10', amountCents: 1_250 };
    await deliverToDevices(told(type as DomainEventType, detail));
    expect(phone.arrived()).toMatchObject([{ title, url, tag: 'payout:2026-10' }]);
    expect(phone.arrived()[0]?.body).toMatch(/^October 2026\. /);
  });

  test('of a contact invitation and of its acceptance is sent', async () => {
    const [one, other] = [
      await newPerson(world, { licenseId: 'STARTER' }),
      await newPerson(world, { licenseId: 'STARTER' }),
    ];
    const devices = async (person: Person) => ({
      phone: await newDevice(world, person),
      tablet: await newDevice(world, person, { showText: true }),
    });
    const [ones, others] = [await devices(one), await devices(other)];
    await one.invites(other);
    await deliverToDevices(await newestDomainEvent(world, 'contact.invited'));
    const url = '/dashboard';
    expect(others.phone.arrived()).toMatchObject([{ title: 'An invitation to chat', url }]);
    expect(others.tablet.arrived()).toMatchObject([
      { title: `${one.user.fullName} would like to chat with you`, url },
    ]);
    await other.accepts(one);
    await deliverToDevices(await newestDomainEvent(world, 'contact.accepted'));
    expect(ones.phone.arrived()).toMatchObject([
      { title: 'Your invitation was accepted', url: '/contacts' },
    ]);
    expect(ones.tablet.arrived()).toMatchObject([
      { title: `${other.user.fullName} accepted your invitation`, url: '/contacts' },
    ]);
  });
});

/** Creates a domain event that no operation wrote. */
const told = (type: DomainEventType, detail: object) =>
  ({ id: newId(world.now()), type, at: world.now(), detail }) as DomainEvent;

describe('an outdated notification is not sent', () => {
  test('for a canceled message, even if the event arrives late', async () => {
    const { id, sender, recipientPhone, senderPhone } = await withPhones();
    const paid = await newestDomainEvent(world, 'conversation.paid');
    await sender.cancels({ id });
    await deliverToDevices(paid);
    expect([...recipientPhone.arrived(), ...senderPhone.arrived()]).toEqual([]);
    const hears = (await domainEventsOf(world)).filter(
      ({ type }) => type === 'conversation.cancelled',
    );
    expect(hears.length).toBeGreaterThan(0);
  });

  test('for a message that its recipient has opened', async () => {
    const { id, recipient, recipientPhone } = await withPhones();
    await recipient.readsLetter({ id });
    await deliverToDevices(await newestDomainEvent(world, 'conversation.paid'));
    expect(recipientPhone.arrived()).toEqual([]);
  });

  test('for an answer that was followed by a newer reply', async () => {
    const { id, sender, recipient, senderPhone } = await withPhones();
    await recipient.answers({ id });
    const answered = await newestDomainEvent(world, 'conversation.answered');
    world.advance(1_000);
    await recipient.writes({ id, sender, recipient }, { text: '<p>One more thing.</p>' });
    await deliverToDevices(answered);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.replied'));
    expect(senderPhone.arrived()).toMatchObject([{ title: 'You have a reply' }]);
  });

  test.each([
    ['accepted', (invited: Person, inviter: Person) => invited.accepts(inviter)],
    ['rejected', (invited: Person, inviter: Person) => invited.rejects(inviter)],
  ])('for an invitation that was %s before', async (_, answered) => {
    const [one, other] = [
      await newPerson(world, { licenseId: 'STARTER' }),
      await newPerson(world, { licenseId: 'STARTER' }),
    ];
    const phone = await newDevice(world, other);
    await one.invites(other);
    const invited = await newestDomainEvent(world, 'contact.invited');
    await answered(other, one);
    await deliverToDevices(invited);
    expect(phone.arrived()).toEqual([]);
  });

  test('for an accepted invitation once the contact has ended', async () => {
    const [one, other] = [
      await newPerson(world, { licenseId: 'STARTER' }),
      await newPerson(world, { licenseId: 'STARTER' }),
    ];
    const phone = await newDevice(world, one);
    await becomeContacts(one, other);
    await other.removesContact(one);
    await deliverToDevices(await newestDomainEvent(world, 'contact.accepted'));
    expect(phone.arrived()).toEqual([]);
  });

  test('to a person without a device, and no error is raised', async () => {
    const { id } = await pendingOrder(world);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.paid'));
    expect(world.push.arrivals().filter(({ tag }) => tag === `conversation:${id}`)).toEqual([]);
  });
});
