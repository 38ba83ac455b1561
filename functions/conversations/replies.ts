import { newId } from '../../shared/ids.ts';
import { invalidInput, Refusal } from '../../shared/refusals.ts';
import type {
  Conversation,
  ConversationChoice,
} from '../../shared/rules/conversations/conversations.ts';
import { isFree } from '../../shared/rules/conversations/counters.ts';
import { feeTermsOf } from '../../shared/rules/conversations/fees.ts';
import { paidResponse, reply } from '../../shared/rules/conversations/messages.ts';
import { addReply, answer, refusalOf } from '../../shared/rules/conversations/state-machine.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Instant } from '../../shared/time.ts';
import { refuseBlocked } from '../accounts/blocked-accounts.ts';
import { cleanMessage } from '../html.ts';
import { onceForKey } from '../idempotency.ts';
import { userById } from '../storage/accounts/users.ts';
import {
  changeConversation,
  conversationById,
  type Decision,
} from '../storage/conversations/conversations.ts';
import { type Message, messageOf } from '../storage/conversations/messages.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import type { TableWriter } from '../storage/table.ts';
import { allow, type Part, partOf } from './participant.ts';
import { type Desk, settleMoneyOrLeaveIt } from './settle-payment.ts';

/* What the two sides write in a conversation. Each is decided on the newest facts, and refused by the one table of actions. */

export type Written = { readonly conversation: Conversation; readonly message: Message };

type Writing = {
  readonly conversationId: string;
  readonly authorId: string;
  readonly choice: ConversationChoice;
  readonly body: string;
  /** What the author means to write; without it the status decides. */
  readonly kind?: 'PAID_RESPONSE' | 'REPLY' | undefined;
  /** The call with its Idempotency-Key. */
  readonly keyed: KeyedCall | undefined;
};

/** The recipient's message: the paid response while it is awaited, else a free reply. The capture may come later. */
export async function writeAsRecipient(
  desk: Desk & { readonly settings: Settings },
  writing: Writing,
): Promise<Written> {
  const { table, now, settings } = desk;
  const recipient = await userById(table, writing.authorId, now);
  refuseBlocked(recipient);
  const termsToday = feeTermsOf(recipient?.licenseId ?? 'NONE', settings.fees);
  const written = await writeOnce(table, writing, now, (current, part, message) => {
    if (writing.kind)
      allow(refusalOf(part.side, writing.kind === 'REPLY' ? 'reply' : 'answer', part.status));
    if (part.side === 'sender' || part.status !== 'PENDING')
      return freeReply(current, part, writing, message, now);
    // Nobody paid for a help ticket: its answer may be as short as it needs to be.
    if (!isFree(current)) cleanMessage(message.body, paidResponse, 'messageBody');
    const step = answer(current, { choice: writing.choice, termsToday }, now);
    return { ...step, message: { ...message, kind: 'PAID_RESPONSE' } };
  });
  await settleMoneyOrLeaveIt(desk, written.conversation);
  return written;
}

/** A free reply of the sender; the recipient's way to write is their inbox. */
export async function writeAsSender(
  table: TableWriter,
  writing: Writing,
  now: Instant,
): Promise<Written> {
  return writeOnce(table, writing, now, (current, part, message) => {
    if (part.side === 'recipient') throw new Refusal('FORBIDDEN');
    return freeReply(current, part, writing, message, now);
  });
}

function freeReply(
  current: Conversation,
  { side, status }: Part,
  { choice }: Writing,
  message: Message,
  now: Instant,
): Decision {
  allow(refusalOf(side, 'reply', status));
  if (choice === 'COMPLETED' && side === 'sender')
    throw invalidInput({ conversationStatus: 'Only the recipient can close a conversation' });
  return { ...addReply(current, side, choice, now), message };
}

/** Writes a message, or answers the one that the same call wrote before. */
function writeOnce(
  table: TableWriter,
  writing: Writing,
  now: Instant,
  decide: Decide,
): Promise<Written> {
  const { conversationId, keyed } = writing;
  const write = () => writeMessage(table, writing, now, decide);
  return onceForKey({ table, now }, keyed, write, async (messageId) => {
    const [conversation, message] = await Promise.all([
      conversationById(table, conversationId, now),
      messageOf(table, conversationId, messageId),
    ]);
    return conversation && message && { conversation, message };
  });
}

type Decide = (current: Conversation, part: Part, message: Message) => Decision;

async function writeMessage(
  table: TableWriter,
  { conversationId, authorId, body, keyed }: Writing,
  now: Instant,
  decide: Decide,
): Promise<Written> {
  const message: Message = {
    id: newId(now),
    kind: 'REPLY',
    conversationId,
    senderId: authorId,
    body: cleanMessage(body, reply, 'messageBody'),
    sentAt: now,
  };
  let sent = message;
  const conversation = await changeConversation(table, conversationId, now, (current) => {
    const decision = decide(current, partOf(current, authorId, now), message);
    sent = decision.message ?? message;
    return { ...decision, request: { keyed, made: message.id } };
  });
  if (!conversation) throw new Refusal('NOT_FOUND');
  return { conversation, message: sent };
}
