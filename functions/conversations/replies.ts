import { newId } from '#shared/ids.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import { hasRecording } from '#shared/rules/attachments/attachments.ts';
import { YOU_BLOCKED_THEM } from '#shared/rules/contacts/contacts.ts';
import { addHiddenReply, otherSide } from '#shared/rules/conversations/blocked-sides.ts';
import { claimActionRefusal, improveAnswer } from '#shared/rules/conversations/claims.ts';
import { askForInformation, giveInformation } from '#shared/rules/conversations/clarification.ts';
import {
  type Conversation,
  type ConversationChoice,
  isPending,
} from '#shared/rules/conversations/conversations.ts';
import { isFree } from '#shared/rules/conversations/counters.ts';
import { feeTermsOf } from '#shared/rules/conversations/fees.ts';
import { clarificationText, paidResponseOf, reply } from '#shared/rules/conversations/messages.ts';
import { addReply, answer, refusalOf } from '#shared/rules/conversations/state-machine.ts';
import { minimumLengthOf } from '#shared/rules/conversations/tiers.ts';
import { NO_RECORDING_TEXT } from '#shared/rules/conversations/written-by.ts';
import type { Settings } from '#shared/settings.ts';
import type { Instant } from '#shared/time.ts';
import { refuseBlockedAccount } from '../accounts/blocked-accounts.ts';
import { type AttachedInput, attachmentsOfMessage } from '../attachments/attachments-of-message.ts';
import { cleanMessage } from '../html.ts';
import { onceForKey } from '../idempotency.ts';
import { userById } from '../storage/accounts/users.ts';
import type { AuditEntry } from '../storage/audit.ts';
import type { ContactRelation } from '../storage/contacts/contact-item.ts';
import { isBlock, relationKeys } from '../storage/contacts/contacts.ts';
import {
  conversationById,
  type Decision,
  writeDecision,
} from '../storage/conversations/conversations.ts';
import { hiddenReplyOf, type Message, messageOf } from '../storage/conversations/messages.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';
import { type WritingClaim, withVerification } from './answer-hash.ts';
import { type Participant, participantOf, throwIfRefused } from './participant.ts';
import { type PaymentContext, settleMoneyOrDefer } from './settle-payment.ts';

/* Replies of the two sides in a conversation. Each is decided on the newest stored state, by the table `ACTIONS`. */

export type WrittenMessage = { readonly conversation: Conversation; readonly message: Message };

type NewMessage = {
  readonly conversationId: string;
  readonly authorId: string;
  readonly body: string;
  /** The attachments, as the author names them. */
  readonly attached?: AttachedInput;
  /** The call with its Idempotency-Key. */
  readonly keyed: KeyedCall | undefined;
  /** The audit entry, if staff write it for the support account. */
  readonly audit?: AuditEntry;
};

type NewReply = NewMessage & {
  readonly choice: ConversationChoice;
  /** The kind of message that the author intends; without it the status decides. */
  readonly kind?: 'PAID_RESPONSE' | 'REPLY' | undefined;
  /** What the author says about how they wrote a paid answer. */
  readonly claim?: WritingClaim | undefined;
};

/**
 * Writes the recipient's message: the paid response if the conversation is pending, else a free reply. The capture may
 * follow later.
 */
export async function writeAsRecipient(
  context: PaymentContext & { readonly settings: Settings },
  reply: NewReply,
): Promise<WrittenMessage> {
  const { table, now, settings } = context;
  const recipient = await userById(table, reply.authorId, now);
  refuseBlockedAccount(recipient);
  const termsToday = feeTermsOf(recipient?.licenseId ?? 'NONE', settings.fees);
  const written = await writeOnce(table, reply, now, (current, part, message) => {
    if (reply.kind)
      throwIfRefused(
        refusalOf(part.side, reply.kind === 'REPLY' ? 'reply' : 'answer', part.status),
      );
    if (part.side === 'sender' || !isPending(part.status))
      return freeReply(table, current, part, reply, message, now);
    // The answer to a free help ticket has no minimum length.
    if (!isFree(current)) checkLength(message, current);
    const step = answer(current, { choice: reply.choice, termsToday }, now);
    const answered = { ...message, kind: 'PAID_RESPONSE' } as const;
    if (isFree(current)) {
      refuseRecording(message, NO_VOICE_IN_REPLIES);
      return { ...step, message: answered };
    }
    const claim = reply.claim ?? {};
    checkRecordingText(message, claim);
    return { ...step, ...withVerification(answered, claim) };
  });
  await settleMoneyOrDefer(context, written.conversation);
  return written;
}

/** Writes the sender's free reply. Refuses the recipient, who replies with createInboxMessage. */
export async function writeAsSender(
  table: TableWriter,
  reply: NewReply,
  now: Instant,
): Promise<WrittenMessage> {
  return writeOnce(table, reply, now, (current, part, message) => {
    if (part.side === 'recipient') throw new Refusal('FORBIDDEN');
    return freeReply(table, current, part, reply, message, now);
  });
}

/** Writes the recipient's clarifying question. A help ticket has none: its recipient is our support, which just replies. */
export function writeQuestion(
  table: TableWriter,
  question: NewMessage,
  now: Instant,
): Promise<WrittenMessage> {
  return writeOnce(table, question, now, (current, { side, status }, message) => {
    if (isFree(current)) throw new Refusal('FORBIDDEN', { message: REPLY_TO_TICKET });
    if (side === 'recipient' && current.clarification && isPending(status))
      throw new Refusal('WRONG_STATUS', {
        message: ASKED_BEFORE,
        details: { inboxStatus: status },
      });
    throwIfRefused(refusalOf(side, 'askForInformation', status));
    cleanMessage(message.body, clarificationText, 'messageBody');
    return { ...askForInformation(current, now), message: { ...message, kind: 'CLARIFICATION' } };
  });
}

const ASKED_BEFORE = 'You’ve already asked a question about this letter. One is allowed.';
const REPLY_TO_TICKET = 'A help ticket is free, so please just reply to it.';

/** Writes the sender's reply to the clarifying question. */
export function writeInformation(
  table: TableWriter,
  information: NewMessage,
  now: Instant,
): Promise<WrittenMessage> {
  return writeOnce(table, information, now, (current, { side, status }, message) => {
    throwIfRefused(refusalOf(side, 'giveInformation', status));
    cleanMessage(message.body, clarificationText, 'messageBody');
    return {
      ...giveInformation(current, now),
      message: { ...message, kind: 'CLARIFICATION_REPLY' },
    };
  });
}

/** Writes the recipient's improved answer in an open claim. */
export function writeImprovedAnswer(
  table: TableWriter,
  improved: NewMessage,
  now: Instant,
): Promise<WrittenMessage> {
  return writeOnce(table, improved, now, (current, { side }, message) => {
    throwIfRefused(claimActionRefusal(current, side, 'improve', now));
    checkLength(message, current);
    refuseRecording(message, NO_VOICE_IN_IMPROVED);
    return { ...improveAnswer(current, now), message: { ...message, kind: 'IMPROVED_ANSWER' } };
  });
}

/** Refuses a paid response that is shorter than the order requires. */
function checkLength(message: Message, order: Conversation): void {
  cleanMessage(message.body, paidResponseOf(minimumLengthOf(order)), 'messageBody');
}

/**
 * Adds a free reply. If the other side blocked the author, only the author will see it. Refuses with FORBIDDEN whoever blocked the
 * other side.
 */
async function freeReply(
  table: TableReader,
  current: Conversation,
  { side, status }: Participant,
  { choice }: NewReply,
  message: Message,
  now: Instant,
): Promise<Decision> {
  throwIfRefused(refusalOf(side, 'reply', status));
  refuseRecording(message, NO_VOICE_IN_REPLIES);
  if (choice === 'COMPLETED' && side === 'sender')
    throw invalidInput({ conversationStatus: 'Only the recipient can close a conversation' });
  // Support answers help tickets, and neither blocks nor is blocked.
  if (isFree(current)) return { ...addReply(current, side, choice, now), message };
  const [author, other] = [current[side].id, current[otherSide(side)].id];
  const [mine, theirs] = await table.getMany<ContactRelation>(relationKeys(author, other));
  if (isBlock(mine)) throw new Refusal('FORBIDDEN', { message: YOU_BLOCKED_THEM });
  return isBlock(theirs)
    ? { ...addHiddenReply(current, side, choice, now), hiddenReply: message }
    : { ...addReply(current, side, choice, now), message, withoutBlock: [other, author] };
}

/** Refuses a recording, with this sentence. */
function refuseRecording({ attachments }: Message, sentence: string): void {
  if (hasRecording(attachments)) throw invalidInput({ attachments: sentence });
}

const NO_VOICE_IN_REPLIES =
  'Recordings are for the paid answer. Replies can have pictures and PDFs';
const NO_VOICE_IN_IMPROVED =
  'An improved answer has no recording of its own. The one of your first answer stays';

/** Refuses a recording without a word on what the text is of it, and such a word without a recording. */
function checkRecordingText({ attachments }: Message, { recordingText }: WritingClaim): void {
  const isSpoken = hasRecording(attachments);
  if (isSpoken && !recordingText) throw invalidInput({ recordingText: NO_RECORDING_TEXT });
  if (!isSpoken && recordingText) throw invalidInput({ recordingText: NO_RECORDING });
}

const NO_RECORDING =
  'The recording of this answer is gone. Nothing was sent. Record it again, or send the text alone';

/** Writes a message, or returns the one that an earlier call with the same Idempotency-Key wrote. */
function writeOnce(
  table: TableWriter,
  written: NewMessage,
  now: Instant,
  decide: Decide,
): Promise<WrittenMessage> {
  const { conversationId, keyed } = written;
  const write = () => writeMessage(table, written, now, decide);
  return onceForKey({ table, now }, keyed, write, async (messageId) => {
    const [conversation, sent, hidden] = await Promise.all([
      conversationById(table, conversationId, now),
      messageOf(table, conversationId, messageId),
      hiddenReplyOf(table, conversationId, written.authorId, messageId),
    ]);
    const message = sent ?? hidden;
    return conversation && message && { conversation, message };
  });
}

type Decide = (
  current: Conversation,
  part: Participant,
  message: Message,
) => Decision | Promise<Decision>;

async function writeMessage(
  table: TableWriter,
  { conversationId, authorId, body, attached, keyed, audit }: NewMessage,
  now: Instant,
  decide: Decide,
): Promise<WrittenMessage> {
  const attachments = await attachmentsOfMessage(
    table,
    authorId,
    { conversationId },
    attached ?? {},
  );
  const message: Message = {
    id: newId(now),
    kind: 'REPLY',
    conversationId,
    senderId: authorId,
    body: cleanMessage(body, reply, 'messageBody'),
    sentAt: now,
    ...(attachments.length > 0 && { attachments }),
  };
  const request = { keyed, made: message.id };
  const { conversation, written } = await writeDecision(
    table,
    conversationId,
    now,
    async (current) => {
      const decision = await decide(current, participantOf(current, authorId, now), message);
      return audit ? { ...decision, request, audit } : { ...decision, request };
    },
  );
  if (!conversation) throw new Refusal('NOT_FOUND');
  // The written message has its kind and signature. The decision about a reply that only its author sees has none.
  return { conversation, message: written?.message ?? message };
}
