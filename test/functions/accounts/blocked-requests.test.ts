import { expect, test } from '@jest/globals';
import { ACCOUNT_BLOCKED } from '#functions/accounts/blocked-accounts.ts';
import { registerOnPlan, saveCardOnFile } from '#functions/billing/card-on-file.ts';
import { upgrade } from '#functions/billing/subscriptions.ts';
import { writeToChat } from '#functions/chat/chat-messages.ts';
import { invite } from '#functions/contacts/contact-requests.ts';
import { payForMessage } from '#functions/conversations/payments.ts';
import { writeAsRecipient } from '#functions/conversations/replies.ts';
import { cards } from '#functions/gateways/cards.ts';
import { payments } from '#functions/gateways/payments.ts';
import { subscriptions } from '#functions/gateways/subscriptions.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { askSupport } from '#functions/support/support-tickets.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { ANSWER, QUESTION } from '#lib/local/deeds/texts.ts';
import { cents } from '#shared/money.ts';
import { pair } from '../../support/chats.ts';
import { PRICE, pendingOrder } from '../../support/orders.ts';
import { blockedNow, newPerson, nextPhoneNumber, visitor } from '../../support/people.ts';
import { withCard } from '../../support/plans.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { supportOf } from '../../support/tickets.ts';
import { SETTINGS } from '../../support/world.ts';

/*
 * Requests that have passed the check of their session when an operator blocks the account: they take no money and send nothing.
 */

const world = worldOfFile();

const contextNow = () => ({
  table,
  cards,
  payments,
  subscriptions,
  settings: SETTINGS,
  now: world.now(),
  log: { info: () => {}, warn: () => {}, error: () => {} } as never,
});
type Context = ReturnType<typeof contextNow>;
const paymentMethodId = 'pm_card_visa';

test.each<[string, prepare: () => Promise<(context: Context) => Promise<unknown>>]>([
  [
    'an upgrade',
    async () => {
      const person = await withCard(world);
      await blockedNow(world, person);
      return (context) => upgrade(context, person.user.id, 'STARTER');
    },
  ],
  [
    'a registration on a paid plan',
    async () => {
      const person = await newPerson(world, { licenseId: 'NONE' });
      await blockedNow(world, person);
      const plan = {
        license: 'STARTER',
        creditCardName: 'Person Number',
        paymentMethodId,
      } as const;
      const settings = { paidResponsePrice: cents(PRICE), paidResponseCommitment: 7 };
      return (context) => registerOnPlan(context, person.user.id, { ...plan, ...settings });
    },
  ],
  [
    'a new card on file',
    async () => {
      const person = await newPerson(world);
      await blockedNow(world, person);
      return (context) => saveCardOnFile(context, person.user.id, paymentMethodId);
    },
  ],
  [
    'a payment of a message',
    async () => {
      const [sender, recipient] = [
        await newPerson(world),
        await newPerson(world, { price: PRICE }),
      ];
      await blockedNow(world, sender);
      const message = { messageSubject: 'Dry winters', messageText: QUESTION };
      const order = { ...message, recipientId: recipient.user.id, price: cents(PRICE) };
      return (context) =>
        payForMessage(context, sender.user.id, { ...order, paymentMethodId }, undefined);
    },
  ],
  [
    'a paid response',
    async () => {
      const { recipient, id: conversationId } = await pendingOrder(world);
      await blockedNow(world, recipient);
      const reply = { conversationId, authorId: recipient.user.id, body: ANSWER } as const;
      return (context) => writeAsRecipient(context, { ...reply, choice: 'OPEN', keyed: undefined });
    },
  ],
  [
    'a message in a chat',
    async () => {
      const { ana, chat } = await pair(world);
      await blockedNow(world, ana);
      const message = { chatId: chat.id, content: '<p>Hello</p>' };
      return (context) => writeToChat(context, ana.user.id, message, undefined);
    },
  ],
  [
    'an invitation to chat',
    async () => {
      const [person, other] = [await newPerson(world), await newPerson(world)];
      await blockedNow(world, person);
      const ids = { userId: person.user.id, otherId: other.user.id };
      return ({ now }) => invite(table, ids, undefined, now);
    },
  ],
  [
    'a help ticket',
    async () => {
      const person = await newPerson(world);
      await supportOf(world);
      await blockedNow(world, person);
      const ticket = { subject: 'My card is refused', body: QUESTION };
      return (context) => askSupport(context, { senderId: person.user.id }, ticket, undefined);
    },
  ],
])('%s is refused if the account was blocked during the request', async (_what, prepare) => {
  const request = await prepare();
  const [customers, intents] = ['customers', 'paymentIntents'].map((kind) =>
    JSON.stringify(world.stripe.read(kind)),
  );
  await expect(request(contextNow())).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(JSON.stringify(world.stripe.read('customers'))).toBe(customers);
  expect(JSON.stringify(world.stripe.read('paymentIntents'))).toBe(intents);
});

test('correctPhoneNumber changes no number of a blocked registration, and texts nobody', async () => {
  const { user } = await newPerson(world, { verified: false, licenseId: 'NONE' });
  await blockedNow(world, { user });
  const phoneNumber = nextPhoneNumber();
  const refused = await responseTo(visitor().correctsNumber(user, phoneNumber));
  expectRefusal(refused, 403, 'FORBIDDEN', ACCOUNT_BLOCKED);
  expect((await userById(table, user.id, world.now()))?.phoneNumber).toBe(user.phoneNumber);
  expect(world.texts.filter(({ to }) => to === phoneNumber)).toEqual([]);
});
