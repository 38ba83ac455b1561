import { handler as askForInformation } from '#functions/conversations/askForInformation.ts';
import { handler as createInbox } from '#functions/conversations/createInbox.ts';
import { handler as createInboxWithPayment } from '#functions/conversations/createInboxWithPayment.ts';
import { handler as endClarification } from '#functions/conversations/endClarification.ts';
import { handler as giveInformation } from '#functions/conversations/giveInformation.ts';
import { handler as viewOrder } from '#functions/conversations/viewOrder.ts';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { type Answer, call, lambdaContext } from './call.ts';
import { intentOf } from './disputes.ts';
import { postAllEvents } from './money.ts';
import { newPerson, type Person, signedIn } from './people.ts';
import type { World } from './world.ts';

/* Paid messages and conversations in tests, through the real handlers. */

export const QUESTION = `<p>${'How do I keep a violin from cracking in a dry winter? '.repeat(3)}</p>`;
export const ANSWER = `<p>${'Keep it in its case with a damp sponge, and measure the air in the room. '.repeat(4)}</p>`;
export const CLARIFYING_QUESTION = '<p>How cold does the room become at night?</p>';
export const INFORMATION = '<p>About twelve degrees, and the air is very dry.</p>';
export const PRICE = 2_500;

export function orderFor(recipient: Person, more: Record<string, unknown> = {}) {
  return {
    recipientId: recipient.user.id,
    messageSubject: 'Dry winters',
    messageText: QUESTION,
    price: '25.00',
    ...more,
  };
}

export function pay(sender: Person, recipient: Person, more = {}, key?: string): Promise<Answer> {
  const headers = key ? { headers: { 'idempotency-key': key } } : {};
  return call(createInbox, orderFor(recipient, more), { token: sender.token, ...headers });
}

export function payWithCard(
  sender: Person,
  recipient: Person,
  card = 'pm_card_visa',
  more = {},
  key?: string,
): Promise<Answer> {
  const input = orderFor(recipient, {
    creditCardName: 'Person Number',
    paymentMethodId: card,
    ...more,
  });
  const headers = key ? { headers: { 'idempotency-key': key } } : {};
  return call(createInboxWithPayment, input, { token: sender.token, ...headers });
}

/** Creates a pending conversation that was paid with a new card. */
export async function pendingOrder(world: World) {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const paid = await payWithCard(sender, recipient);
  if (paid.http !== 200) throw new Error(`not paid: ${JSON.stringify(paid.body)}`);
  return { sender, recipient, id: String(paid.body.data[0].id) };
}

export const answer = (
  recipient: Person,
  inboxId: string,
  conversationStatus = 'OPEN',
  more: Readonly<Record<string, unknown>> = {},
) =>
  responseTo(
    recipient.calls('createInboxMessage', {
      inboxId,
      conversationStatus,
      messageBody: ANSWER,
      ...more,
    }),
  );

/** What the author of an answer says about how they wrote it. */
export const CLAIM = {
  declaration: 'SELF',
  typedCharacters: 1_204,
  pastedCharacters: 80,
  writingMinutes: 12,
};

/** The id of the page that checks the answer in this response. */
export const verificationIdOf = ({ body }: Answer): string =>
  String(body.data[0].written.verificationId);

/** Creates an order that was answered and captured, with all webhooks delivered. */
export async function answeredOrder(world: World) {
  const order = await pendingOrder(world);
  await answer(order.recipient, order.id);
  await postAllEvents(world);
  return { ...order, intent: intentOf(world, order.id) };
}

/** Creates a pending order whose payment was captured shortly before its hold lapsed. */
export async function capturedOrder(world: World) {
  const order = await pendingOrder(world);
  world.advance(7 * DAY - 11 * HOUR);
  await expireConversations({}, lambdaContext());
  return { ...order, intent: intentOf(world, order.id) };
}

export const close = (recipient: Person, inboxId: string) =>
  responseTo(recipient.calls('closeInbox', { inboxId }));
export const cancel = (sender: Person, inboxId: string) =>
  responseTo(sender.calls('cancelOrder', { inboxId, reasonCode: 'MISTAKE' }));
export const report = (recipient: Person, inboxId: string, reasonCode = 'SPAM_PHISHING') =>
  responseTo(recipient.calls('reportInbox', { inboxId, reasonCode }));
export const decline = (recipient: Person, inboxId: string, note?: string) =>
  responseTo(recipient.calls('declineInbox', { inboxId, note }));

const keyHeader = (key?: string) => (key ? { headers: { 'idempotency-key': key } } : {});

export const askFirst = (
  { token }: Person,
  inboxId: string,
  messageBody = CLARIFYING_QUESTION,
  key?: string,
) => call(askForInformation, { inboxId, messageBody }, { token, ...keyHeader(key) });

export const giveReply = (
  { token }: Person,
  orderId: string,
  messageBody = INFORMATION,
  key?: string,
) => call(giveInformation, { orderId, messageBody }, { token, ...keyHeader(key) });

export const endPause = ({ token }: Person, conversationId: string, key?: string) =>
  call(endClarification, { conversationId }, { token, ...keyHeader(key) });

/** Creates a pending order whose recipient has asked a clarifying question. */
export async function pausedOrder(world: World) {
  const order = await pendingOrder(world);
  const asked = await askFirst(order.recipient, order.id);
  if (asked.http !== 200) throw new Error(`not asked: ${JSON.stringify(asked.body)}`);
  return order;
}

/** Returns the conversation as its sender sees it, with a new session because the old one may have expired. */
export async function seenBySender(world: World, sender: Person, id: string) {
  const { token } = await signedIn(sender.user, world.now());
  const { body } = await call(viewOrder, { id }, { method: 'GET', token });
  return body.data?.[0];
}
