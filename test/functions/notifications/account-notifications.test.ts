import { describe, expect, test } from '@jest/globals';
import { handler as textPeople } from '#functions/events/textPeople.ts';
import type { DomainEvent, DomainEventType } from '#shared/domain-events.ts';
import { readersDates } from '#shared/messages/dates.ts';
import { CLAIM_RESPONSE_TIME } from '#shared/rules/conversations/claims.ts';
import { DAY, later } from '#shared/time.ts';
import { failTextMessages } from '../../support/auth.ts';
import { lambdaContext } from '../../support/call.ts';
import { claimedOrder, contestedOrder } from '../../support/claims.ts';
import { newDevice } from '../../support/devices.ts';
import { deliverToDevices, domainEventsOf } from '../../support/domain-events.ts';
import { postAllEvents } from '../../support/money.ts';
import { pendingOrder } from '../../support/orders.ts';
import { onlyPasskeyOf, withPasskey } from '../../support/passkeys.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { advanceWithWebhooks, MONTH, onPlan } from '../../support/plans.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * Notifications about an account: by push, by text message without a device, and as an alert on the home screen until
 * dismissed.
 */

const world = worldOfFile();

const alertsOf = async (person: Person) => (await person.dashboard()).alerts;
type Alert = Awaited<ReturnType<typeof alertsOf>>[number];

const isAbout = (fact: DomainEvent, { user }: Person) =>
  Object.values(fact.detail).includes(user.id as never);

/**
 * Delivers the events of a type to a person twice and concurrently, as the event bus may. Returns the number of
 * events.
 */
async function hear(type: DomainEventType, person: Person): Promise<number> {
  const facts = (await domainEventsOf(world, type)).filter((fact) => isAbout(fact, person));
  const text = (fact: DomainEvent) => textPeople({ detail: fact } as never, lambdaContext());
  for (const fact of facts) {
    await deliverToDevices(fact);
    await Promise.all([text(fact), text(fact)]);
    await text(fact);
  }
  return facts.length;
}

async function withFailingCard(): Promise<Person> {
  const person = await onPlan(world);
  await person.savesCard('pm_card_chargeCustomerFail');
  return person;
}

test('a referral bonus notifies the person and is shown on the home screen', async () => {
  const inviter = await newPerson(world);
  const began = world.now() - 1_000;
  await onPlan(world, 'STARTER', { invitedByUserId: inviter.user.id });
  await postAllEvents(world, began);
  await advanceWithWebhooks(world, MONTH);
  await postAllEvents(world, began);
  expect(await hear('referral.earned', inviter)).toBe(1);
  expect(world.textsTo(inviter)).toHaveLength(1);
  expect(await alertsOf(inviter)).toMatchObject([{ kind: 'BONUS_EARNED', count: 1, amount: 1 }]);
});

test('dismissing another person’s alert changes nothing, and an unknown kind of alert is refused', async () => {
  const { order, sender, recipient } = await pendingOrder(world);
  await recipient.reportsLetter(order);
  const [alert] = (await alertsOf(sender)) as [Alert];
  await recipient.dismissesAlert(alert);
  expect(await alertsOf(sender)).toEqual([alert]);
  await expectRefused(sender.calls('dismissAlert', { kind: 'NOTHING' }), 400, 'INVALID_INPUT');
});

describe('a declined plan renewal', () => {
  test('notifies once for all of Stripe’s retries, and its alert ends when it is paid', async () => {
    const person = await withFailingCard();
    await advanceWithWebhooks(world, MONTH);
    await advanceWithWebhooks(world, 6 * DAY);
    expect(await hear('plan.renewalFailed', person)).toBe(1);
    expect(world.textsTo(person)).toEqual([
      'ReplyPaid: your Starter plan could not be renewed, the payment was declined. Check it at https://replypaid.test/subscription',
    ]);
    expect(await person.account()).toMatchObject({ planPaymentFailed: true });
    await person.savesCard();
    await person.choosesPlan();
    expect(await person.account()).toMatchObject({ planPaymentFailed: false });
    expect(await alertsOf(person)).toEqual([]);
  });

  test('notifies a device, and then sends no text message', async () => {
    const person = await withFailingCard();
    const phone = await newDevice(world, person);
    await advanceWithWebhooks(world, MONTH);
    await hear('plan.renewalFailed', person);
    expect(phone.arrived()).toMatchObject([
      { title: 'Starter couldn’t be renewed', url: '/subscription' },
    ]);
    expect(world.textsTo(person)).toEqual([]);
  });

  test('ends the plan after the last attempt, with a notification and an alert until it is dismissed', async () => {
    const person = await withFailingCard();
    await advanceWithWebhooks(world, MONTH + 20 * DAY);
    expect(await person.account()).toMatchObject({ licenseId: 'FREE' });
    expect(await hear('plan.ended', person)).toBe(1);
    expect(world.textsTo(person)).toEqual([
      'ReplyPaid: your Starter plan has ended. You are on the Free plan. Plans: https://replypaid.test/subscription',
    ]);
    const [alert, ...others] = (await alertsOf(person)) as [Alert];
    expect(alert).toMatchObject({ kind: 'PLAN_ENDED', about: 'STARTER', count: 1 });
    expect(others).toEqual([]);
    await person.dismissesAlert({ ...alert, at: '2020-01-01T00:00:00.000Z' });
    expect(await alertsOf(person)).toEqual([alert]);
    await person.dismissesAlert(alert);
    await person.dismissesAlert(alert);
    expect(await alertsOf(person)).toEqual([]);
  });
});

describe('a passkey', () => {
  test('that is added or removed notifies the devices of its person, and not with its name', async () => {
    const person = await newPerson(world);
    const phone = await newDevice(world, person);
    await withPasskey(person, { name: 'Secret name' });
    await person.removesPasskey(await onlyPasskeyOf(person));
    await hear('user.passkeyAdded', person);
    expect(await hear('user.passkeyRemoved', person)).toBe(1);
    expect(phone.arrived()).toMatchObject([
      { title: 'A passkey was added to your account', url: '/settings/security' },
      { title: 'A passkey was removed from your account', url: '/settings/security' },
    ]);
    expect(JSON.stringify(phone.arrived())).not.toContain('Secret name');
    expect(world.textsTo(person)).toEqual([]);
  });
});

describe('a notification by text message', () => {
  test('that could not be sent is sent at the next delivery of its event', async () => {
    const inviter = await newPerson(world);
    const fact = {
      id: 'fact-of-a-bonus',
      type: 'referral.earned',
      at: world.now(),
      detail: { userId: inviter.user.id, invitedUserId: 'somebody', amountCents: 100 },
    };
    const tell = () => textPeople({ detail: fact } as never, lambdaContext());
    const mock = failTextMessages();
    await expect(tell()).rejects.toThrow('a text message was not handed over');
    mock.restore();
    await tell();
    await tell();
    expect(world.textsTo(inviter)).toEqual([
      'ReplyPaid: you earned $1.00 for an invitation. See https://replypaid.test/account-balance',
    ]);
  });
});

describe('a report of a message', () => {
  test('that charges the sender notifies them and is shown on their home screen', async () => {
    const { order, sender, recipient } = await pendingOrder(world);
    await recipient.reportsLetter(order);
    expect(await hear('conversation.reported', sender)).toBe(1);
    expect(world.textsTo(sender)).toEqual([
      `ReplyPaid: Your letter was reported. You were charged while we review the report. https://replypaid.test/order-viewer/${order.id}`,
    ]);
    expect(await alertsOf(sender)).toMatchObject([
      { kind: 'REPORT_CHARGED', about: order.id, count: 1 },
    ]);
    expect(await alertsOf(recipient)).toEqual([]);
  });

  test('that refunds the sender says so by text message, and shows no alert', async () => {
    const { order, sender, recipient } = await pendingOrder(world);
    await recipient.reportsLetter(order, { reason: 'NOT_ME' });
    await hear('conversation.reported', sender);
    expect(world.textsTo(sender)).toEqual([
      `ReplyPaid: Your letter won't be answered. You weren't charged. https://replypaid.test/order-viewer/${order.id}`,
    ]);
    expect(await alertsOf(sender)).toEqual([]);
  });
});

describe('a claim about an answer', () => {
  test('sends a text message to a recipient without a device, because the money is refunded by itself', async () => {
    const { id, recipient, sender } = await claimedOrder(world);
    expect(await hear('claim.opened', recipient)).toBe(1);
    const deadline = readersDates(undefined, world.now()).deadline(
      later(world.now(), CLAIM_RESPONSE_TIME),
    );
    expect(world.textsTo(recipient)).toEqual([
      `ReplyPaid: a sender claims that your answer does not answer the question. Respond by ${deadline}, or they get their money back: https://replypaid.test/inbox-viewer/${id}`,
    ]);
    expect(world.textsTo(sender)).toEqual([]);
  });

  test('sends no text message once the recipient has reacted', async () => {
    const { recipient } = await contestedOrder(world);
    await hear('claim.opened', recipient);
    expect(world.textsTo(recipient)).toEqual([]);
  });
});
