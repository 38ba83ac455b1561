import type { viewInboxList, viewOrderList } from '#shared/api/conversation-lists.ts';
import type { viewInboxMessages } from '#shared/api/conversation-messages.ts';
import type { createInbox } from '#shared/api/conversation-payments.ts';
import type { viewInbox } from '#shared/api/conversations.ts';
import type { Output } from '#shared/api/operation.ts';
import { PAGE_SIZE } from '#shared/api/paging.ts';
import { prettyDate } from '#shared/dates.ts';
import { type Cents, ZERO } from '#shared/money.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import { asSeenBy, otherSide, withReceiptFor } from '#shared/rules/conversations/blocked-sides.ts';
import { isUndecided } from '#shared/rules/conversations/claim-states.ts';
import { claimActionsOf, claimStateAt, claimUntil } from '#shared/rules/conversations/claims.ts';
import {
  type Conversation,
  isPending,
  type ListFilter,
  type Side,
} from '#shared/rules/conversations/conversations.ts';
import {
  deliveredAt,
  listEntryOf,
  type MailboxName,
  readAt,
} from '#shared/rules/conversations/counters.ts';
import { reasonFor } from '#shared/rules/conversations/fraud-warnings.ts';
import { netOf } from '#shared/rules/conversations/pricing.ts';
import { markDelivered, markRead } from '#shared/rules/conversations/read-receipts.ts';
import { restorableEarning } from '#shared/rules/conversations/restored-earnings.ts';
import { filesSeenBy } from '#shared/rules/conversations/sent-files.ts';
import {
  earlyChargeAt,
  isExpiringSoon,
  may,
  statusAt,
} from '#shared/rules/conversations/state-machine.ts';
import { thanksFor, thankUntil } from '#shared/rules/conversations/thanks.ts';
import { timelineOf } from '#shared/rules/conversations/timeline.ts';
import { mayPropose, stateAt } from '#shared/rules/public-answers/public-answers.ts';
import type { Instant } from '#shared/time.ts';
import { sentViewOf } from '../attachments/attachment-views.ts';
import { namedCardOf } from '../billing/card-views.ts';
import { publicUserOf, type User, usersById } from '../storage/accounts/users.ts';
import { isBlocking, usersVisibleTo } from '../storage/contacts/contacts.ts';
import {
  type ListedConversation,
  listConversations,
} from '../storage/conversations/conversation-lists.ts';
import {
  changeConversation,
  conversationById,
  type Visible,
} from '../storage/conversations/conversations.ts';
import { usersAndCounts } from '../storage/conversations/list-counters.ts';
import {
  conversationOfMessage,
  type Message,
  messagesSeenBy,
  readMoment,
  type Written,
} from '../storage/conversations/messages.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';
import { thanksView } from './thanks-views.ts';

/* Conversations as their two sides see them. docs/product/conversations.md#two-names */

export type ConversationView = Output<typeof createInbox>['data'][number];
type SeenConversation = Output<typeof viewInbox>['data'][number];
export type MessageView = Output<typeof viewInboxMessages>['data'][number];
type InboxRow = Output<typeof viewInboxList>['data'][number];
type OrderRow = Output<typeof viewOrderList>['data'][number];
type Paging = { readonly skip?: number | undefined; readonly cursor?: string | undefined };

/** Reads a conversation as one of its two sides sees it. Throws NOT_FOUND for everybody else. */
export async function conversationFor(
  table: TableReader,
  id: string,
  userId: string,
  now: Instant,
): Promise<{ conversation: Visible; side: Side }> {
  const conversation = await conversationById(table, id, now);
  const side = conversation && sideThatSees(conversation, userId);
  if (!side) throw new Refusal('NOT_FOUND');
  return { conversation: asSeenBy(conversation as Visible, side), side };
}

/**
 * The side of a person, or undefined if they may not see it. Ended conversations stay visible to both sides, also cancelled
 * ones.
 */
function sideThatSees({ status, sender, recipient }: Conversation, userId: string) {
  if (status === 'PAYING' || status === 'UNDONE') return undefined;
  if (userId === sender.id) return 'sender';
  return userId === recipient.id ? 'recipient' : undefined;
}

/** Whether a side's lists no longer show the conversation: then its messages are hidden from that side too. */
const isUnlisted = (conversation: Conversation, side: Side) =>
  listEntryOf(conversation, side) === undefined;

/**
 * The conversation with the current profiles of both people. The stored ones are from when it began, and a username of that
 * time may belong to somebody else now.
 */
export async function withCurrentProfiles<Known extends Conversation>(
  table: TableReader,
  conversation: Known,
  now: Instant,
): Promise<Known> {
  const ids = [conversation.sender.id, conversation.recipient.id];
  const [sender, recipient] = await usersById(table, ids, now, 'eventual');
  return withProfiles(conversation, sender, recipient);
}

function withProfiles<Known extends Conversation>(
  conversation: Known,
  sender: User | undefined,
  recipient: User | undefined,
): Known {
  return {
    ...conversation,
    ...(sender && { sender: publicUserOf(sender) }),
    ...(recipient && { recipient: publicUserOf(recipient) }),
  };
}

/** The view of a conversation, with its timeline, for one of its sides. */
export function conversationView(
  conversation: Conversation,
  side: Side,
  now: Instant,
): ConversationView {
  return {
    ...fieldsOf(conversation as Visible, side, now),
    note: conversation.note ?? null,
    clarification: clarificationOf(conversation),
    ...(conversation.tier && { tier: conversation.tier }),
    ...(conversation.filesOpenedAt !== undefined && { filesOpenedAt: conversation.filesOpenedAt }),
    ...(side === 'sender' && paymentViewOf(conversation)),
    timeline: timelineOf(conversation, side),
  };
}

/** What the sender sees of the payment. */
function paymentViewOf(conversation: Conversation) {
  const { paidWith } = conversation.payment;
  const chargesAt = earlyChargeAt(conversation);
  return {
    ...(paidWith && { paidWith: namedCardOf(paidWith) }),
    ...(chargesAt !== undefined && { chargesAt }),
  };
}

function clarificationOf({ clarification }: Conversation) {
  return clarification ? { ...clarification, endedAt: clarification.endedAt ?? null } : null;
}

/**
 * The current view of a conversation for one of its sides. INVITED is shown only while the invitation counts for this side: a
 * person who turned it down sees OPEN, while the person who sent it still sees INVITED.
 */
export async function currentConversationView(
  table: TableReader,
  conversation: Visible,
  side: Side,
  now: Instant,
): Promise<SeenConversation> {
  const { sender, recipient, status } = conversation;
  const ids = [sender.id, recipient.id];
  const people = await usersVisibleTo(table, conversation[side].id, ids, now);
  const { state: contactState = 'NONE', blocked = false } = people[side === 'sender' ? 1 : 0] ?? {};
  const stands = contactState === 'INVITED_BY_ME' || contactState === 'INVITED_ME';
  const shown = status === 'INVITED' && !stands ? 'OPEN' : status;
  const present = withProfiles(
    { ...conversation, status: shown },
    people[0]?.user,
    people[1]?.user,
  );
  return {
    ...conversationView(present, side, now),
    // The answer to a message that a block is about to end needs no permission to write.
    ...(blocked && !isPending(status) && { allowResponse: false }),
    contactState,
    blocked,
    claim: claimViewOf(conversation, side, now),
    claimUntil: claimUntil(conversation, side, now) ?? null,
    ...thanksViewOf(conversation, side, blocked, now),
    ...publicAnswerViewOf(conversation, side, blocked, now),
  };
}

function thanksViewOf(c: Conversation, side: Side, blocked: boolean, now: Instant) {
  // What a blocked person says is not shown.
  const thanks = side === 'recipient' && blocked ? undefined : thanksFor(c);
  const until = blocked ? undefined : thankUntil(c, side, now);
  return {
    ...(thanks && { thanks: thanksView(c, thanks, side) }),
    ...(until !== undefined && { thankUntil: until }),
  };
}

function publicAnswerViewOf(c: Conversation, side: Side, blocked: boolean, now: Instant) {
  const { publicAnswer: proposal } = c;
  if (!proposal) return !blocked && mayPropose(c, side) ? { mayPublish: true as const } : {};
  const { id, proposedAt, until, publishedAt = null, endedAt = null } = proposal;
  const state = stateAt(proposal, now);
  return { publicAnswer: { id, state, proposedAt, until, publishedAt, endedAt } };
}

function claimViewOf(c: Conversation, side: Side, now: Instant): SeenConversation['claim'] {
  const { claim, money } = c;
  const state = claimStateAt(c, now);
  if (!claim || !money.claim || !state) return null;
  const { reason, text, at, until, improvedAt, contest, decisionReason, endedAt } = claim;
  return {
    state,
    reason,
    text,
    claimedAt: at,
    until: isUndecided(state) ? (until ?? null) : null,
    improvedAt: improvedAt ?? null,
    contest: contest ?? null,
    decisionReason: decisionReason ?? null,
    endedAt: endedAt ?? null,
    frozen: side === 'recipient' ? money.claim.frozen : null,
    actions: claimActionsOf(c, side, now),
  };
}

function fieldsOf(conversation: ListedConversation, side: Side, now: Instant) {
  const { id, subject, status, sender, recipient, price, feeTerms, money } = conversation;
  const {
    deadlineAt,
    modifiedAt,
    paidAt,
    clarification,
    net = netOf(price, feeTerms),
  } = conversation;
  const counts = statusAt(status, deadlineAt, now, clarification);
  return {
    id,
    subject,
    status,
    senderId: sender.id,
    senderName: sender.fullName,
    senderUsername: sender.username,
    senderAvatarUrl: sender.avatarUrl,
    recipientId: recipient.id,
    recipientName: recipient.fullName,
    recipientUsername: recipient.username,
    recipientAvatarUrl: recipient.avatarUrl,
    price,
    netEarnings: net,
    timeReceived: paidAt,
    expiringSoon: isExpiringSoon(status, deadlineAt, now),
    allowResponse: may(side, 'answer', counts) || may(side, 'reply', counts),
    reasonCode: reasonFor(conversation, side) ?? null,
    deadlineAt,
    modifiedAt,
    moneyState: money.state,
  };
}

function rowOf(conversation: ListedConversation, side: Side, now: Instant) {
  const { lastMessageBy, lastMessageAt, sender } = conversation;
  const whole = conversation as Conversation;
  const toSide: Side = lastMessageBy === sender.id ? 'recipient' : 'sender';
  const mine = toSide === side;
  const claim = conversation.money.claim?.state;
  const isRead = (readAt(whole, toSide) ?? 0) >= lastMessageAt;
  // Only for the caller's own side: the index does not hold the other side's delivery.
  const isDelivered = (deliveredAt(whole, side) ?? 0) >= lastMessageAt;
  return {
    ...fieldsOf(conversation, side, now),
    lastMessageUserId: lastMessageBy,
    messageRead: isRead,
    messageSeen: mine && isDelivered && !isRead,
    messageNew: mine && !isDelivered && !isRead,
    claimState: isUndecided(claim) ? claim : null,
    ...filesSeenBy(conversation, side),
  };
}

/** A page of the recipient's inbox. An empty `filter` or ALL shows everything except cancelled messages. */
export async function inboxPage(
  table: TableReader,
  userId: string,
  { filter, ...paging }: Paging & { readonly filter?: ListFilter | 'ALL' | '' | undefined },
  now: Instant,
) {
  const page = await pageOf(table, userId, 'INBOX', filter || 'ALL', paging, now);
  const data = page.conversations.map((one) => inboxRow(one, now));
  return { pageTotal: page.pageTotal, data, cursor: page.cursor };
}

/** A conversation in the list of its recipient. */
export const inboxRow = (one: ListedConversation, now: Instant): InboxRow => ({
  ...rowOf(one, 'recipient', now),
  prettyDateSent: prettyDate(one.lastMessageAt),
  ...disputeOf(one),
  netLost: lostEarningOf(one),
});

/** The dispute, and the part of the recipient's earning that it has frozen or taken. */
function disputeOf({ money: { back } }: ListedConversation) {
  // A refund marked as fraudulent takes back the earning, like a lost dispute.
  const decided = back?.dispute ?? (back?.clawedBack ? 'LOST' : undefined);
  const dispute = decided === 'WON' ? undefined : decided;
  return { dispute: dispute ?? null, netDisputed: (dispute && back?.frozen) ?? ZERO };
}

function lostEarningOf(one: ListedConversation): Cents {
  const givenUp = restorableEarning(one);
  const { dispute, netDisputed } = disputeOf(one);
  return givenUp === ZERO && dispute === 'LOST' ? netDisputed : givenUp;
}

/** A page of the sender's orders. */
export async function ordersPage(
  table: TableReader,
  userId: string,
  { filter, ...paging }: Paging & { readonly filter?: ListFilter | 'ALL' | '' | undefined },
  now: Instant,
) {
  const page = await pageOf(table, userId, 'ORDERS', filter || 'ALL', paging, now);
  const data = page.conversations.map(
    (one): OrderRow => ({
      ...rowOf(one, 'sender', now),
      rawModificationTime: one.modifiedAt,
      prettyModificationDate: prettyDate(one.modifiedAt),
    }),
  );
  return { pageTotal: page.pageTotal, data, cursor: page.cursor };
}

async function pageOf(
  table: TableReader,
  userId: string,
  mailbox: MailboxName,
  filter: ListFilter | 'ALL',
  { skip = 0, cursor }: Paging,
  now: Instant,
) {
  const listed = { userId, mailbox, filter, skip, cursor, limit: PAGE_SIZE };
  const page = await listConversations(table, listed);
  if (!page) throw invalidInput({ cursor: 'This cursor isn’t valid' });
  const other: Side = mailbox === 'INBOX' ? 'sender' : 'recipient';
  const ids = [...new Set(page.conversations.map((one) => one[other].id))];
  const { users, counts } = await usersAndCounts(table, ids, { userId, mailbox }, now);
  const seen = page.conversations.map((one) => asSeenBy(one, otherSide(other)));
  const conversations = withOthers(seen, other, users);
  return { ...page, conversations, pageTotal: counts[filter] ?? 0 };
}

/** The conversations of a page, each with the current name and picture of the other person. Their files go with their account. */
function withOthers(
  conversations: readonly ListedConversation[],
  other: Side,
  users: readonly User[],
): ListedConversation[] {
  const byId = new Map(users.map((user) => [user.id, user]));
  return conversations.map((one) => {
    const { id, sent } = one[other];
    const user = byId.get(id);
    if (!user) return one;
    const hasFiles = sent && user.deletedAt === undefined;
    return { ...one, [other]: { ...publicUserOf(user), ...(hasFiles && { sent }) } };
  });
}

/** A page of the messages of a conversation, newest first. */
export async function messagesPage(
  table: TableReader,
  conversationId: string,
  userId: string,
  { skip, cursor }: Paging,
  now: Instant,
) {
  const { conversation, side } = await conversationFor(table, conversationId, userId, now);
  if (isUnlisted(conversation, side)) return { pageTotal: 0, data: [] };
  const before = cursor && Buffer.from(cursor, 'base64url').toString('utf8');
  if (before && !/^[0-9A-HJKMNP-TV-Z]{26}$/.test(before))
    throw invalidInput({ cursor: 'This cursor isn’t valid' });
  const place = before ? { before } : { skip };
  const [page, present] = await Promise.all([
    messagesSeenBy(table, conversationId, conversation[side], { ...place, limit: PAGE_SIZE }),
    withCurrentProfiles(table, conversation, now),
  ]);
  const last = page.messages.at(-1);
  return {
    pageTotal: conversation.messageCount,
    data: page.messages.map((message) => messageView(message, present)),
    ...(page.more && last && { cursor: Buffer.from(last.id).toString('base64url') }),
  };
}

/** The view of a message, with its author and whether the other side has opened it. */
export function messageView(message: Message, conversation: Conversation): MessageView {
  const bySender = message.senderId === conversation.sender.id;
  const author = bySender ? conversation.sender : conversation.recipient;
  const read = readMoment(message, readAt(conversation, bySender ? 'recipient' : 'sender'));
  return {
    id: message.id,
    kind: message.kind,
    senderId: author.id,
    senderName: author.fullName,
    senderAvatar: author.avatarUrl,
    body: message.body,
    dateTimeSent: message.sentAt,
    messageRead: read !== null,
    dateTimeRead: read,
    ...(message.attachments && { attachments: message.attachments.map(sentViewOf) }),
    ...(message.written && { written: writtenView(message.written, message.signedAt) }),
  };
}

const writtenView = (
  { declaration, counts, ...written }: Written,
  signedAt: Instant | undefined,
) => ({
  ...written,
  declaration: declaration ?? null,
  counts: counts ?? null,
  signedAt: signedAt ?? null,
});

/**
 * Saves that the caller received or read a conversation: at most one write, none if nothing is new. NOT_FOUND for strangers.
 */
export async function saveReceipt(
  table: TableWriter,
  conversationId: string,
  userId: string,
  how: 'delivered' | 'read',
  now: Instant,
): Promise<void> {
  const marked = await changeConversation(table, conversationId, now, async (current) => {
    const side = sideThatSees(current, userId);
    if (!side) throw new Refusal('NOT_FOUND');
    if (isUnlisted(current, side)) return undefined;
    if (how === 'delivered') return markDelivered(current, side, now);
    const change = markRead(current, side, now);
    if (!change) return undefined;
    const blocks = await isBlocking(table, userId, current[otherSide(side)].id);
    return withReceiptFor(change, side, blocks, current);
  });
  if (!marked) throw new Refusal('NOT_FOUND');
}

/** Saves that the caller read the conversation of a message. Read receipts count per conversation, not per message. */
export async function saveMessageReceipt(
  table: TableWriter,
  messageId: string,
  userId: string,
  now: Instant,
): Promise<void> {
  const conversationId = await conversationOfMessage(table, messageId);
  if (!conversationId) throw new Refusal('NOT_FOUND');
  await saveReceipt(table, conversationId, userId, 'read', now);
}
