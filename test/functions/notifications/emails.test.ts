import { describe, expect, test } from '@jest/globals';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { messagesOf } from '#functions/storage/conversations/messages.ts';
import { suppress } from '#functions/storage/notifications/suppressed-emails.ts';
import { table } from '#functions/storage/table.ts';
import type { ReceivedEmail } from '#lib/local/aws/service.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { QUESTION } from '#lib/local/deeds/texts.ts';
import { prettyDate } from '#shared/dates.ts';
import { DEVICE_HEADER } from '#shared/device-token.ts';
import type { DomainEvent, DomainEventType } from '#shared/domain-events.ts';
import { newId } from '#shared/ids.ts';
import { readersDates } from '#shared/messages/dates.ts';
import { cents, formatMoney, ZERO } from '#shared/money.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { CAPTURE_MARGIN, RESPONSE_TIME } from '#shared/rules/conversations/state-machine.ts';
import { DAY, instant, later } from '#shared/time.ts';
import { claimedOrder, contestedOrder, openCaseAbout } from '../../support/claims.ts';
import { newDevice } from '../../support/devices.ts';
import { postEventsOf, refundOf } from '../../support/disputes.ts';
import {
  deliverToEmails,
  deliverToTexts,
  domainEventsAbout,
  domainEventsOf,
  newestDomainEvent,
} from '../../support/domain-events.ts';
import { confirmed, giveEmail, nextEmail, whileEmailsFail } from '../../support/emails.ts';
import { unusedAddress } from '../../support/handler-calls.ts';
import { refundManually } from '../../support/manual-decisions.ts';
import { postAllEvents, runSchedules } from '../../support/money.ts';
import { answeredOrder, capturedOrder, PRICE, pendingOrder } from '../../support/orders.ts';
import { blockedNow, newPerson, type Person, visitor } from '../../support/people.ts';
import { onPlan } from '../../support/plans.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();
const AMOUNT = formatMoney(cents(PRICE));
/** The first name of every person in tests. */
const NAME = 'Person';
/** The dates of people who have told no time zone. */
const here = () => readersDates(undefined, world.now());

const to = (address: string): ReceivedEmail[] => world.emails.filter((one) => one.to === address);
const subjectsTo = (address: string) => to(address).map(({ subject }) => subject);

/** A paid message, whose sender has an address. */
async function orderWithEmail() {
  const order = await pendingOrder(world);
  return { ...order, email: await giveEmail(world, order.sender) };
}

/** A message whose captured payment goes back with an event of this type. */
async function orderThatPublishes(
  type: 'conversation.expired' | 'conversation.givenBack' | 'claim.givenBack' | 'claim.decided',
) {
  if (type === 'conversation.expired') {
    const { id, sender } = await capturedOrder(world);
    world.advance(RESPONSE_TIME);
    await runSchedules();
    return { id, sender: sender };
  }
  if (type === 'conversation.givenBack') {
    const order = await answeredOrder(world);
    await refundManually(world, order.id);
    return order;
  }
  if (type === 'claim.givenBack') {
    const order = await claimedOrder(world);
    await order.recipient.givesBack(order);
    return order;
  }
  const order = await contestedOrder(world);
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  await staff.decidesClaim(await openCaseAbout(order), 'UPHELD', {
    reason: 'The answer is about something else.',
  });
  return order;
}

const eventOf = async (type: DomainEventType, id: string) => {
  const events = await domainEventsOf(world, type);
  const event = events.find(
    ({ detail }) => 'conversationId' in detail && detail.conversationId === id,
  );
  if (!event) throw new Error(`${type} was not published`);
  return event;
};

/** When the card of a letter is charged if it still waits, and until when it can be answered. */
async function datesOf(id: string) {
  const letter = await conversationById(table, id, world.now());
  if (!letter?.money.captureBefore) throw new Error(`${id} is not on hold`);
  return {
    chargeAt: later(letter.money.captureBefore, -CAPTURE_MARGIN),
    deadlineAt: letter.deadlineAt,
  };
}

const accountEvent = (type: DomainEventType, { user }: Person, detail: object = {}): DomainEvent =>
  ({
    id: newId(world.now()),
    type,
    at: world.now(),
    detail: { userId: user.id, ...detail },
  }) as DomainEvent;

const renewalFailed = (person: Person) =>
  accountEvent('plan.renewalFailed', person, { plan: 'STARTER' });

describe('a receipt', () => {
  test('of a hold names the recipient, the amount, the subject and the day, and quotes no text', async () => {
    const { id, email } = await orderWithEmail();
    const event = await eventOf('conversation.paid', id);
    await deliverToEmails(event);
    const [received, ...others] = to(email);
    expect(others).toEqual([]);
    expect(received?.subject).toBe(`${AMOUNT} is held for your letter to ${NAME}`);
    const letter = await conversationById(table, id, world.now());
    for (const words of [NAME, AMOUNT, here().day(world.now()), letter?.subject ?? 'no letter'])
      for (const body of [received?.html, received?.text]) expect(body).toContain(words);
    const sentence = QUESTION.replace(/<[^>]+>/g, '').slice(0, 30);
    expect(`${received?.html} ${received?.text}`).not.toContain(sentence);
    expect(received?.text).toContain(`https://replypaid.test/order-viewer/${id}`);
    expect(received?.headers).not.toHaveProperty('List-Unsubscribe');
  });

  test('of an answer is an email after the answer, which is about the answer', async () => {
    const { id, recipient, email } = await orderWithEmail();
    await recipient.answers({ id });
    const event = await eventOf('conversation.answered', id);
    await deliverToEmails(event);
    await deliverToEmails(event);
    expect(subjectsTo(email)).toEqual([
      `Receipt: ${AMOUNT} for ${NAME}’s answer`,
      `${NAME} answered your letter`,
    ]);
    const [receipt, answered] = to(email);
    expect(answered?.text).toContain('Read the answer');
    expect(answered?.text).not.toContain('Total');
    expect(receipt?.text).toContain(`Charged: ${here().moment(world.now())}`);
    expect(receipt?.text).toContain(`Order: ${id}`);
  });

  test('of an answer comes alone if a device gets the answer', async () => {
    const { id, sender, recipient, email } = await orderWithEmail();
    await newDevice(world, sender);
    await recipient.answers({ id });
    await deliverToEmails(await eventOf('conversation.answered', id));
    expect(subjectsTo(email)).toEqual([`Receipt: ${AMOUNT} for ${NAME}’s answer`]);
    expect(to(email)[0]?.headers).not.toHaveProperty('List-Unsubscribe');
  });

  test.each([
    ['conversation.cancelled', `You canceled your letter to ${NAME}`],
    ['conversation.declined', `${NAME} declined your letter`],
    ['conversation.reported', `${NAME} couldn’t answer your letter`],
  ] as const)('of %s says that the hold ends', async (type, ending) => {
    const { id, sender, recipient, email } = await orderWithEmail();
    if (type === 'conversation.cancelled') await sender.cancels({ id });
    else if (type === 'conversation.declined') await recipient.declines({ id });
    else await recipient.reportsLetter({ id }, { reason: 'IGNORE' });
    await deliverToEmails(await eventOf(type, id));
    expect(subjectsTo(email)).toEqual([`${ending}: you weren’t charged`]);
    expect(to(email)[0]?.text).toContain(`The hold of ${AMOUNT} is released.`);
  });

  test.each([
    [
      'conversation.expired',
      `No answer from ${NAME}: all ${AMOUNT} is on its way back`,
      `All ${AMOUNT} was refunded.`,
    ],
    [
      'conversation.givenBack',
      `All ${AMOUNT} of your letter to ${NAME} is on its way back`,
      'We decided to refund you.',
    ],
    ['claim.givenBack', `${NAME} gives you all ${AMOUNT} back`, 'gave the money back'],
    [
      'claim.decided',
      `Your claim was upheld: ${AMOUNT} goes back to your card`,
      'The answer is about something else.',
    ],
  ] as const)('of %s says that the money goes back', async (type, subject, words) => {
    const order = await orderThatPublishes(type);
    const email = await giveEmail(world, order.sender);
    await deliverToEmails(await eventOf(type, order.id));
    expect(subjectsTo(email)).toEqual([subject]);
    expect(to(email)[0]?.text).toContain(words);
  });

  test('of a refund is not sent once the bank has refused it', async () => {
    const { order, sender, recipient, intent } = await capturedOrder(world);
    const email = await giveEmail(world, sender);
    await recipient.declines(order);
    await postAllEvents(world);
    for (const _attempt of ['first', 'second']) {
      await world.bank.refusesRefund(refundOf(world, intent));
      await postEventsOf(world, 'refund.failed');
    }
    await deliverToEmails(await eventOf('conversation.declined', order.id));
    expect(
      to(email)
        .map(({ text }) => text)
        .join(),
    ).not.toMatch(/weren’t charged|5 to 10 days/);
  });

  test('of a reported letter says that the card was charged while we review the report', async () => {
    const { id, recipient, email } = await orderWithEmail();
    await recipient.reportsLetter({ id });
    await deliverToEmails(await eventOf('conversation.reported', id));
    expect(subjectsTo(email)).toEqual([`${NAME} reported your letter: ${AMOUNT} is under review`]);
    expect(to(email)[0]?.text).toContain('You were charged while we review the report.');
  });

  test('of a hold says when the card is charged, and until when an answer is due, with the time', async () => {
    const { id, email } = await orderWithEmail();
    const { chargeAt, deadlineAt } = await datesOf(id);
    await deliverToEmails(await eventOf('conversation.paid', id));
    const text = to(email)[0]?.text;
    expect(text).toContain(
      `* ${here().day(chargeAt)}\n  Still no answer? Holds end after a week, so we charge the ${AMOUNT} that day.`,
    );
    expect(text).toContain(
      `* ${here().deadline(deadlineAt)}\n  No answer by then? You get all ${AMOUNT} back automatically.`,
    );
    expect(text).toContain('you’re charged while we review it');
    expect(text).not.toMatch(/pay nothing/);
  });

  test('of a hold is not sent once the letter was canceled, which has a receipt of its own', async () => {
    const { id, sender, email } = await orderWithEmail();
    await sender.cancels({ id });
    await deliverToEmails(await eventOf('conversation.paid', id));
    expect(to(email)).toEqual([]);
  });

  test('of a charge before the answer is the only one, and the email of the answer names its day', async () => {
    const { order, sender, recipient } = await capturedOrder(world);
    const email = await giveEmail(world, sender);
    const charged = await eventOf('conversation.charged', order.id);
    const chargedOn = instant(charged.at);
    await Promise.all([deliverToEmails(charged), deliverToEmails(charged)]);
    await deliverToEmails(charged);
    expect(subjectsTo(email)).toEqual([`Receipt: ${AMOUNT} for your letter to ${NAME}`]);
    expect(to(email)[0]?.text).toContain(`Charged: ${prettyDate(chargedOn)}, `);
    expect(to(email)[0]?.text).toContain('The hold was about to expire');
    world.advance(2 * DAY);
    await recipient.answers(order);
    await deliverToEmails(await eventOf('conversation.answered', order.id));
    expect(subjectsTo(email)).toEqual([
      `${NAME} answered your letter`,
      `Receipt: ${AMOUNT} for your letter to ${NAME}`,
    ]);
    expect(to(email)[0]?.text).toContain(`You were charged ${AMOUNT} on ${here().day(chargedOn)}.`);
  });

  test('of a charge by the answer itself comes alone', async () => {
    const { id, recipient } = await orderWithEmail();
    await recipient.answers({ id });
    const charges = await domainEventsOf(world, 'conversation.charged');
    expect(JSON.stringify(charges)).not.toContain(id);
  });

  test('of a report after an early charge names the day of the charge', async () => {
    const { order, sender, recipient } = await capturedOrder(world);
    const email = await giveEmail(world, sender);
    const chargedOn = instant((await eventOf('conversation.charged', order.id)).at);
    world.advance(DAY);
    await recipient.reportsLetter(order);
    await deliverToEmails(await eventOf('conversation.reported', order.id));
    expect(to(email)[0]?.text).toContain(`on ${here().day(chargedOn)}. We keep the payment`);
  });

  test('of a plan names the plan and its price', async () => {
    const person = await onPlan(world);
    const email = await giveEmail(world, person);
    const event = await newestDomainEvent(world, 'plan.charged');
    expect(event.detail).toEqual({ userId: person.user.id, plan: 'STARTER', amountCents: 199 });
    await deliverToEmails(event);
    expect(subjectsTo(email)).toEqual(['Receipt: $1.99 for a month of Starter']);
    expect(to(email)[0]?.text).toContain('Plan: Starter');
  });

  test('is not sent to who switched receipts off; the answer still comes without a device', async () => {
    const { id, sender, recipient, email } = await orderWithEmail();
    await sender.setsNotifications({ turnOff: 'email:receipts' });
    await deliverToEmails(await eventOf('conversation.paid', id));
    expect(to(email)).toEqual([]);
    await recipient.answers({ id });
    await deliverToEmails(await eventOf('conversation.answered', id));
    expect(subjectsTo(email)).toEqual([`${NAME} answered your letter`]);
  });
});

describe('an email about an event', () => {
  test('is sent once, however often the event is delivered', async () => {
    const { id, email } = await orderWithEmail();
    const event = await eventOf('conversation.paid', id);
    await Promise.all([deliverToEmails(event), deliverToEmails(event)]);
    await deliverToEmails(event);
    expect(to(email)).toHaveLength(1);
  });

  test('is sent by the next delivery if it could not be handed over', async () => {
    const { id, email } = await orderWithEmail();
    const event = await eventOf('conversation.paid', id);
    await whileEmailsFail(() =>
      expect(deliverToEmails(event)).rejects.toThrow('an email was not handed over'),
    );
    await deliverToEmails(event);
    expect(to(email)).toHaveLength(1);
  });

  test('comes to a recipient without a device, and says until when to answer', async () => {
    const { id, sender, recipient } = await pendingOrder(world);
    const email = await giveEmail(world, recipient);
    await deliverToEmails(await eventOf('conversation.paid', id));
    expect(subjectsTo(email)).toEqual([`${NAME} paid ${AMOUNT} for your answer`]);
    expect(to(email)[0]?.text).toContain(sender.user.fullName);
    expect(to(email)[0]?.text).toContain(`Due ${here().deadline((await datesOf(id)).deadlineAt)}`);
  });

  test('does not come to a recipient whose device gets the notification', async () => {
    const { id, recipient } = await pendingOrder(world);
    const email = await giveEmail(world, recipient);
    await newDevice(world, recipient);
    const event = await eventOf('conversation.paid', id);
    await deliverToEmails(event);
    expect(to(email)).toEqual([]);
    await recipient.setsNotifications({ turnOff: 'push:conversation.paid' });
    await deliverToEmails(event);
    expect(to(email)).toHaveLength(1);
  });

  test.each([
    ['platform', 'and you keep your', 'You keep the'],
    ['recipient', 'is taken back', 'is taken back from your balance'],
  ] as const)(
    'about a refund by the %s tells the recipient in exact amounts what becomes of the earning',
    async (bearer, subject, words) => {
      const { id, recipient } = await answeredOrder(world);
      const email = await giveEmail(world, recipient);
      await refundManually(world, id, bearer);
      await deliverToEmails(await eventOf('conversation.givenBack', id));
      const net = formatMoney((await conversationById(table, id, world.now()))?.net ?? ZERO);
      const [received] = to(email);
      expect(received?.subject).toContain(`${NAME} gets all ${AMOUNT} back`);
      for (const sentence of [subject, net]) expect(received?.subject).toContain(sentence);
      for (const sentence of [words, net]) expect(received?.text).toContain(sentence);
    },
  );

  test('about a refund tells a sender without receipts in exact amounts where the money goes', async () => {
    const { id, sender } = await answeredOrder(world);
    const email = await giveEmail(world, sender);
    await sender.setsNotifications({ turnOff: 'email:receipts' });
    await refundManually(world, id);
    await deliverToEmails(await eventOf('conversation.givenBack', id));
    expect(subjectsTo(email)).toEqual([
      `All ${AMOUNT} of your letter to ${NAME} is on its way back`,
    ]);
  });

  test('about a free place comes to who asked for it and has no device', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    const ownerId = (await newPerson(world)).user.id;
    await deliverToEmails(accountEvent('place.free', person, { ownerId }));
    expect(subjectsTo(person.email)).toEqual([`${NAME} has an opening for your letter`]);
  });

  test('about a failed renewal comes beside the notification', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    await newDevice(world, person);
    await deliverToEmails(renewalFailed(person));
    expect(subjectsTo(person.email)).toEqual(['Starter couldn’t be renewed']);
  });

  test('does not come to who switched it off, has no address, or is blocked', async () => {
    const off = await newPerson(world, { email: nextEmail() });
    await off.setsNotifications({ turnOff: 'email:plan.renewalFailed' });
    const blocked = await newPerson(world, { email: nextEmail() });
    await blockedNow(world, blocked);
    const sent = world.emails.length;
    for (const person of [off, blocked, await newPerson(world)])
      await deliverToEmails(renewalFailed(person));
    expect(world.emails.length).toBe(sent);
  });

  test('is not sent to an address from which messages came back', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    await suppress(table, person.email, 'BOUNCE', world.now());
    await deliverToEmails(renewalFailed(person));
    expect(to(person.email)).toEqual([]);
  });

  test('has a header and a link by which it ends, unless it protects the account', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    await deliverToEmails(renewalFailed(person));
    await deliverToEmails(accountEvent('user.passkeyAdded', person));
    const [security, plan] = to(person.email);
    expect(plan?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    expect(plan?.headers['List-Unsubscribe']).toMatch(
      /^<https:\/\/replypaid\.test\/api\/unsubscribeByEmail\?token=[^>]+>$/,
    );
    expect(plan?.text).toContain('https://replypaid.test/unsubscribe?token=');
    expect(security?.headers).not.toHaveProperty('List-Unsubscribe');
    expect(security?.text).toContain('because it protects your account');
  });
});

describe('the first lines of an answer', () => {
  test('are in its email only for who turned them on, and a link in the email turns them off', async () => {
    const { id, sender, recipient, email } = await orderWithEmail();
    await recipient.answers({ id });
    const event = await eventOf('conversation.answered', id);
    const { messages } = await messagesOf(table, id, { limit: 1 });
    const first = plainText(messages[0]?.body ?? 'no answer').slice(0, 40);
    await deliverToEmails(event);
    const [, without] = to(email);
    for (const body of [without?.html, without?.text]) {
      expect(body).not.toContain(first);
      expect(body).toMatch(/\d+ words/);
    }
    await sender.setsNotifications({ turnOn: 'email:firstLines' });
    await deliverToEmails({ ...event, id: newId(world.now()) });
    const [, shown] = to(email);
    expect(shown?.text).toContain(first);
    const link = /Don’t show text in emails: \S+token=(\S+)/.exec(shown?.text ?? '')?.[1] ?? '';
    const { body } = await responseTo(visitor().unsubscribes(decodeURIComponent(link)));
    expect(body).toMatchObject({ title: 'Show the first lines in emails' });
    await deliverToEmails({ ...event, id: newId(later(world.now(), 1)) });
    expect(to(email)[1]?.text).not.toContain(first);
  });
});

describe('the dates of an email', () => {
  test('are in the time zone of the last sign-in, else of the quiet hours, else in UTC', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    const deletionAt = later(world.now(), 14 * DAY);
    const dateFor = async () => {
      await deliverToEmails(accountEvent('user.deletionRequested', person, { deletionAt }));
      return /We delete it on (.*?)\. If/.exec(to(person.email)[0]?.text ?? '')?.[1];
    };
    const inZone = (zone?: string) => readersDates(zone, world.now()).deadline(deletionAt);
    expect(await dateFor()).toBe(inZone());
    const quiet = { quiet: 'true', quietFrom: '22:00', quietTo: '07:00' };
    await person.setsNotifications({ ...quiet, timeZone: 'Asia/Tokyo' });
    expect(await dateFor()).toBe(inZone('Asia/Tokyo'));
    const signIn = (timeZone: string) =>
      responseTo(
        visitor().signsIn(person.user.username, { from: unusedAddress(), input: { timeZone } }),
      );
    expect((await signIn('America/New_York')).http).toBe(200);
    expect(await dateFor()).toBe(inZone('America/New_York'));
    expect(inZone('America/New_York')).toMatch(/ E[SD]T$/);
    // A zone that nobody knows signs in, and the one from before stays.
    expect((await signIn('Nowhere/At_All')).http).toBe(200);
    expect(await dateFor()).toBe(inZone('America/New_York'));
  });
});

describe('a sign-in', () => {
  const signInWith = (person: Person, headers: Record<string, string> = {}) =>
    responseTo(visitor().signsIn(person.user.username, { from: unusedAddress(), headers }));
  const signInsOf = (person: Person) => domainEventsAbout(world, 'user.signedIn', person);

  test('on a new device sends an email that names its browser; one on a known device does not', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    const first = await signInWith(person);
    const [event, ...others] = await signInsOf(person);
    expect(others).toEqual([]);
    if (!event) throw new Error('nothing was published');
    await deliverToEmails(event);
    const [received] = to(person.email);
    expect(received?.subject).toBe('Someone signed in on a new device');
    expect(received?.text).toContain('Signed in with: Password');
    expect(received?.headers).not.toHaveProperty('List-Unsubscribe');
    await signInWith(person, { [DEVICE_HEADER]: first.body.device_token });
    expect(await signInsOf(person)).toHaveLength(1);
    await signInWith(person);
    expect(await signInsOf(person)).toHaveLength(2);
  });

  test('with a wrong password notifies nobody', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    expect(
      await responseTo(visitor().signsIn(person.user.username, { password: 'Wrong-Horse-1' })),
    ).toMatchObject({ http: 401 });
    expect(await signInsOf(person)).toEqual([]);
  });
});

describe('a changed address', () => {
  test('that is removed is notified', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    expect((await responseTo(person.removesEmail())).http).toBe(200);
    await deliverToEmails(await newestDomainEvent(world, 'user.emailChanged'));
    expect(subjectsTo(person.email)).toEqual(['Your email address has changed']);
  });

  test('notifies the new address and the old one, each once', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    const email = await confirmed(world, person);
    const event = await newestDomainEvent(world, 'user.emailChanged');
    await deliverToEmails(event);
    await deliverToEmails(event);
    expect(subjectsTo(person.email)).toEqual(['Your email address has changed']);
    expect(subjectsTo(email)[0]).toBe('Your email address has changed');
    expect(to(person.email)[0]?.text).not.toContain(email);
  });
});

describe('a text message about an event', () => {
  test('does not come to who gets the email', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    await deliverToTexts(renewalFailed(person));
    expect(world.textsTo(person)).toEqual([]);
  });

  test('comes if the email is switched off, or messages came back', async () => {
    const off = await newPerson(world, { email: nextEmail() });
    await off.setsNotifications({ turnOff: 'email:plan.renewalFailed' });
    const lost = await newPerson(world, { email: nextEmail() });
    await suppress(table, lost.email, 'COMPLAINT', world.now());
    for (const person of [off, lost]) {
      await deliverToTexts(renewalFailed(person));
      expect(world.textsTo(person)).toHaveLength(1);
    }
  });

  test('does not come to a blocked account', async () => {
    const person = await newPerson(world);
    await blockedNow(world, person);
    await deliverToTexts(renewalFailed(person));
    expect(world.textsTo(person)).toEqual([]);
  });

  test('that protects the account comes beside the email', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    await deliverToTexts(accountEvent('user.stepStopped', person));
    expect(world.textsTo(person)).toHaveLength(1);
  });

  test('of the last reminder comes only without a device and an address', async () => {
    const { id, recipient, sender } = await pendingOrder(world);
    const email = await giveEmail(world, recipient);
    await recipient.setsNotifications({ turnOn: 'reminder:HOURS_12' });
    const reminder = () =>
      ({
        id: newId(world.now()),
        type: 'conversation.expiringSoon',
        at: world.now(),
        detail: {
          conversationId: id,
          senderId: sender.user.id,
          recipientId: recipient.user.id,
          stage: 'HOURS_12',
        },
      }) as DomainEvent;
    const first = reminder();
    await deliverToTexts(first as never);
    await deliverToEmails(first);
    expect(world.textsTo(recipient)).toEqual([]);
    expect(subjectsTo(email)).toEqual([`A letter from ${NAME} waits: 9 days left`]);
    expect(to(email)[0]?.headers).toHaveProperty('List-Unsubscribe');
    await recipient.setsNotifications({ turnOff: 'email:reminders' });
    const second = reminder();
    await deliverToTexts(second as never);
    await deliverToEmails(second);
    expect(world.textsTo(recipient)).toHaveLength(1);
    expect(to(email)).toHaveLength(1);
  });
});
