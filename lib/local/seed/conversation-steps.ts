import type { User } from '#functions/storage/accounts/users.ts';
import { toDollars } from '#shared/money.ts';
import { relyingParty } from '#shared/rules/auth/passkeys.ts';
import { authenticatorOf, type SoftwareAuthenticator } from '../software-authenticator.ts';
import type { ConversationTurn, SeededClaim, SeededConversation } from './conversations.ts';
import { DEMO_PASSWORD } from './demo.ts';
import {
  type AnsweredItem,
  type CallContext,
  call,
  type Fields,
  html,
  inOrder,
  type People,
  personNamed,
  type SeedStep,
} from './seed-context.ts';

/* Seeded conversations as the calls that their two people make. */

/**
 * The steps of conversations. A sender pays with the card of `cardOf`, which is kept: later letters, and those of who is in
 * `paidBefore`, are paid with the kept one.
 */
export function stepsOfConversations(
  context: CallContext,
  people: People,
  conversations: readonly SeededConversation[],
  cardOf: (username: string) => string | undefined,
  paidBefore: readonly string[] = [],
): SeedStep[] {
  const havePaid = new Set(paidBefore);
  return inOrder(conversations).flatMap((conversation) => {
    const card = havePaid.has(conversation.from) ? undefined : cardOf(conversation.from);
    havePaid.add(conversation.from);
    return stepsOfConversation(context, people, conversation, card);
  });
}

/** The steps of a conversation: its payment, and then its turns. `card`: undefined if the sender's kept card pays. */
function stepsOfConversation(
  context: CallContext,
  people: People,
  conversation: SeededConversation,
  card: string | undefined,
): SeedStep[] {
  const sender = personNamed(people, conversation.from);
  const recipient = personNamed(people, conversation.to);
  const asSender = (operation: string, fields: Fields) => call(context, sender, operation, fields);
  const asRecipient = (operation: string, fields: Fields) =>
    call(context, recipient, operation, fields);
  let inboxId = '';
  let authenticator: SoftwareAuthenticator | undefined;
  const pay = async () => {
    const order = {
      recipientId: recipient.id,
      messageSubject: conversation.subject,
      messageText: html(conversation.text),
      price: toDollars(recipient.paidResponsePrice),
    };
    const { data } = card
      ? await asSender('createInboxWithPayment', {
          ...order,
          creditCardName: sender.fullName,
          paymentMethodId: card,
        })
      : await asSender('createInbox', order);
    inboxId = data?.[0]?.id ?? '';
    // Days before the answer, so that no change of the account waits because of it today.
    if (conversation.turns.some((turn) => turn.does === 'answer' && turn.signed))
      authenticator = await addPasskey(context, recipient);
  };
  const read = async () => {
    await asRecipient('markInboxAsReceived', { inboxId });
    await asRecipient('markInboxAsRead', { inboxId });
  };
  const answer = async (turn: Extract<ConversationTurn, { does: 'answer' }>) => {
    const { data } = await asRecipient('createInboxMessage', {
      inboxId,
      conversationStatus: turn.closes ? 'COMPLETED' : 'OPEN',
      messageBody: html(turn.text),
      ...claimOf(turn.written),
    });
    const [message] = data ?? [];
    if (turn.signed && message && authenticator)
      await signAnswer(context, recipient, authenticator, { inboxId, message });
  };
  const runTurn = async (turn: ConversationTurn) => {
    switch (turn.does) {
      case 'read':
        return read();
      case 'answer':
        return answer(turn);
      case 'senderReads': {
        const { data = [] } = await call(context, sender, 'viewOrderMessages', {
          orderId: inboxId,
        });
        return asSender('markOrderMessageAsRead', { orderMessageId: data[0]?.id });
      }
      case 'senderWrites':
        return asSender('createOrderMessage', {
          orderId: inboxId,
          conversationStatus: 'OPEN',
          messageBody: html(turn.text),
        });
      case 'recipientWrites':
        return asRecipient('createInboxMessage', {
          inboxId,
          conversationStatus: 'OPEN',
          messageBody: html(turn.text),
        });
      case 'asks':
        return asRecipient('askForInformation', { inboxId, messageBody: html(turn.text) });
      case 'cancel':
        return asSender('cancelOrder', { inboxId, reasonCode: 'MISTAKE' });
      case 'decline':
        return asRecipient('declineInbox', { inboxId, note: turn.note });
      case 'close':
        return asRecipient('closeInbox', { inboxId });
      case 'report':
        await read();
        return asRecipient('reportInbox', {
          inboxId,
          reasonCode: turn.reason,
          ...(turn.text && { additionalInformation: turn.text }),
        });
      case 'claim':
        return asSender('claimAnswer', {
          orderId: inboxId,
          reason: turn.reason,
          text: turn.text,
        });
      case 'contest':
        return asRecipient('contestClaim', { inboxId, text: turn.text });
    }
  };
  return [
    { daysAgo: conversation.daysAgo, run: pay },
    ...conversation.turns.map((turn) => ({ daysAgo: turn.daysAgo, run: () => runTurn(turn) })),
  ];
}

/** Adds a passkey to the account of an author. */
async function addPasskey(context: CallContext, author: User): Promise<SoftwareAuthenticator> {
  const authenticator = authenticatorOf(relyingParty(context.url).origin);
  const { challenge = '' } = await call(context, author, 'beginPasskeyRegistration', {
    password: DEMO_PASSWORD,
  });
  await call(context, author, 'finishPasskeyRegistration', {
    ...authenticator.create(challenge),
    name: 'Phone',
  });
  return authenticator;
}

/** Signs an answer with the passkey of its author. */
async function signAnswer(
  context: CallContext,
  author: User,
  authenticator: SoftwareAuthenticator,
  { inboxId, message }: { readonly inboxId: string; readonly message: AnsweredItem },
): Promise<void> {
  const signature = authenticator.get(message.written?.hash ?? '');
  await call(context, author, 'signAnswer', { inboxId, messageId: message.id, ...signature });
}

const claimOf = (written: SeededClaim | undefined) =>
  written && {
    declaration: written.declaration,
    typedCharacters: written.typed,
    pastedCharacters: written.pasted,
    writingMinutes: written.minutes,
  };
