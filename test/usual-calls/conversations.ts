import { conversationById, itemOf } from '#functions/storage/conversations/conversations.ts';
import { put, table } from '#functions/storage/table.ts';
import { requestOf } from '#lib/local/deeds/actor.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { draftFields } from '#lib/local/deeds/drafts.ts';
import {
  ANSWER,
  CLARIFYING_QUESTION,
  INFORMATION,
  QUESTION,
  WRITTEN_BY_ME,
} from '#lib/local/deeds/texts.ts';
import { DAY, later } from '#shared/time.ts';
import { orderFor, PRICE, pausedOrder, pendingOrder } from '#test/support/orders.ts';
import { withPasskey } from '#test/support/passkeys.ts';
import { newPerson, type Person } from '#test/support/people.ts';
import { plantConversations } from '#test/support/plant-conversations.ts';
import { supportOf } from '#test/support/tickets.ts';
import type { World } from '#test/support/world.ts';
import type { Paths, Request } from './request.ts';

const LIST_LENGTH = 45;

/** Pays with the card of an earlier order, from a draft, as the web app does. */
async function withCardOnFile(world: World): Promise<Request> {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  await sender.pays(await newPerson(world, { price: PRICE }), { card: 'pm_card_visa' });
  const draft = await sender.savesDraft(recipient);
  return { input: orderFor(recipient, draftFields(draft)), token: sender.token };
}

/** Two users whose conversations fill two full pages of a list and part of a third. */
async function people(world: World) {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const between = { sender: sender.user, recipient: recipient.user, until: world.now() };
  await plantConversations({ ...between, status: 'OPEN' }, LIST_LENGTH);
  return { sender, recipient };
}

/** Makes a pending order older, as if it had been paid earlier. */
async function makeOlder(world: World, id: string, by: number): Promise<void> {
  const order = await conversationById(table, id, world.now());
  if (!order) throw new Error('there is no such order');
  const { paidAt, deadlineAt } = order;
  const older = { ...order, paidAt: later(paidAt, -by), deadlineAt: later(deadlineAt, -by) };
  await table.write(put(itemOf(older)));
}

/** An answered conversation that is still open. */
async function open(world: World) {
  const order = await pendingOrder(world);
  await order.recipient.answers(order);
  return order;
}

/** The newest message of a conversation, as this user sees it. */
async function newestMessage(person: Person, inboxId: string): Promise<string> {
  const [newest] = (await person.readsInbox({ id: inboxId })).data;
  if (!newest) throw new Error('there is no message');
  return newest.id;
}

/** The usual path of each operation on conversations. */
export const conversationPaths = {
  createInbox: withCardOnFile,
  createOrder: withCardOnFile,
  // A first payment, which also creates the Stripe customer of the sender.
  createInboxWithPayment: async (world) => {
    const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
    const card = { creditCardName: 'Person Number', paymentMethodId: 'pm_card_visa' };
    const draft = await sender.savesDraft(recipient);
    return { input: { ...orderFor(recipient, draftFields(draft)), ...card }, token: sender.token };
  },
  confirmInboxPayment: async (world) => {
    const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
    const draft = await sender.savesDraft(recipient);
    const asked = await responseTo(
      sender.pays(recipient, { card: 'pm_card_authenticationRequired', draft }),
    );
    await world.bank.hears(asked.body, 'authenticated');
    return { input: { inboxId: asked.body.inboxId }, token: sender.token };
  },
  createSupportTicket: async (world) => {
    await supportOf(world);
    const { input } = requestOf('', (me) => me.asksSupport());
    return { input, token: (await newPerson(world)).token };
  },
  checkPendingInbox: async (world) => {
    const { sender, recipient } = await pendingOrder(world);
    return { input: { userId: recipient.user.id }, token: sender.token };
  },
  viewInboxList: async (world) => ({ token: (await people(world)).recipient.token }),
  viewOrderList: async (world) => ({ token: (await people(world)).sender.token }),
  viewInbox: async (world) => {
    const { recipient, id } = await open(world);
    return { input: { id }, token: recipient.token };
  },
  viewOrder: async (world) => {
    const { sender, id } = await open(world);
    return { input: { id }, token: sender.token };
  },
  viewInboxMessages: async (world) => {
    const { recipient, id } = await open(world);
    return { input: { inboxId: id }, token: recipient.token };
  },
  viewOrderMessages: async (world) => {
    const { sender, id } = await open(world);
    return { input: { orderId: id }, token: sender.token };
  },
  markInboxAsReceived: async (world) => {
    const { recipient, id } = await pendingOrder(world);
    return { input: { inboxId: id }, token: recipient.token };
  },
  markInboxAsRead: async (world) => {
    const { recipient, id } = await pendingOrder(world);
    return { input: { inboxId: id }, token: recipient.token };
  },
  markInboxMessageAsRead: async (world) => {
    const { recipient, id } = await pendingOrder(world);
    const inboxMessageId = await newestMessage(recipient, id);
    return { input: { inboxMessageId }, token: recipient.token };
  },
  markOrderMessageAsRead: async (world) => {
    const { sender, id } = await open(world);
    const orderMessageId = await newestMessage(sender, id);
    return { input: { orderMessageId }, token: sender.token };
  },
  createInboxMessage: async (world) => {
    const { recipient, id } = await pendingOrder(world);
    const input = {
      inboxId: id,
      conversationStatus: 'OPEN',
      messageBody: ANSWER,
      ...WRITTEN_BY_ME,
    };
    return { input, token: recipient.token };
  },
  viewVerification: async (world) => {
    const { recipient, order } = await pendingOrder(world);
    const { written } = await recipient.answers(order);
    return { input: { id: written?.verificationId } };
  },
  signAnswer: async (world) => {
    const { recipient, order } = await pendingOrder(world);
    const authenticator = await withPasskey(recipient);
    const { id: messageId, written } = await recipient.answers(order);
    const response = authenticator.get(String(written?.hash));
    return { input: { ...response, inboxId: order.id, messageId }, token: recipient.token };
  },
  createOrderMessage: async (world) => {
    const { sender, id } = await open(world);
    const input = { orderId: id, conversationStatus: 'OPEN', messageBody: QUESTION };
    return { input, token: sender.token };
  },
  cancelOrder: async (world) => {
    const { sender, id } = await pendingOrder(world);
    return { input: { inboxId: id, reasonCode: 'MISTAKE' }, token: sender.token };
  },
  declineInbox: async (world) => {
    const { recipient, id } = await pendingOrder(world);
    const note = 'Thank you for asking. I am not the right person for this one.';
    return { input: { inboxId: id, note }, token: recipient.token };
  },
  closeInbox: async (world) => {
    const { recipient, id } = await open(world);
    return { input: { inboxId: id }, token: recipient.token };
  },
  askForInformation: async (world) => {
    const { recipient, id } = await pendingOrder(world);
    return {
      input: { inboxId: id, messageBody: CLARIFYING_QUESTION },
      token: recipient.token,
    };
  },
  giveInformation: async (world) => {
    const { sender, id } = await pausedOrder(world);
    return { input: { orderId: id, messageBody: INFORMATION }, token: sender.token };
  },
  endClarification: async (world) => {
    const { sender, id } = await pausedOrder(world);
    return { input: { conversationId: id }, token: sender.token };
  },
  viewConversationRecord: async (world) => {
    const { sender, id } = await open(world);
    return { input: { conversationId: id }, token: sender.token };
  },
  nudgeRecipient: async (world) => {
    const { sender, id } = await pendingOrder(world);
    await makeOlder(world, id, 6 * DAY);
    return { input: { orderId: id }, token: sender.token };
  },
  thankRecipient: async (world) => {
    const { sender, id } = await open(world);
    return { input: { orderId: id, text: 'The clerk took the copy.' }, token: sender.token };
  },
  takeBackThanks: async (world) => {
    const { sender, id } = await open(world);
    await sender.thanks({ id });
    return { input: { orderId: id }, token: sender.token };
  },
  withdrawThanksConsent: async (world) => {
    const { sender, id } = await open(world);
    await sender.thanks({ id }, { text: 'The clerk took the copy.', mayShow: 'NAME' });
    return { input: { orderId: id }, token: sender.token };
  },
  showThanks: async (world) => {
    const { sender, recipient, id } = await open(world);
    await sender.thanks({ id }, { text: 'The clerk took the copy.', mayShow: 'NAME' });
    const { data } = await recipient.calls('viewInbox', { id });
    const consentAt = data[0].thanks.consent.at;
    return { input: { inboxId: id, isShown: true, consentAt }, token: recipient.token };
  },
  viewThanks: async (world) => {
    const { sender, recipient, id } = await open(world);
    await sender.thanks({ id });
    return { input: {}, token: recipient.token };
  },
  reportInbox: async (world) => {
    const { recipient, id } = await pendingOrder(world);
    return { input: { inboxId: id, reasonCode: 'SPAM_PHISHING' }, token: recipient.token };
  },
} satisfies Paths;
