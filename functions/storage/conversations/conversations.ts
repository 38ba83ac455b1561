import { type Cents, minus, negative, plus, ZERO } from '#shared/money.ts';
import { Refusal } from '#shared/refusals.ts';
import { asSeenBy } from '#shared/rules/conversations/blocked-sides.ts';
import type {
  Change,
  Conversation,
  ConversationStatus,
  Side,
} from '#shared/rules/conversations/conversations.ts';
import {
  consequencesOf,
  listEntryOf,
  mailboxChange,
} from '#shared/rules/conversations/counters.ts';
import { nextDue } from '#shared/rules/conversations/due.ts';
import { frozenEarning } from '#shared/rules/conversations/frozen-earning.ts';
import { isInReview } from '#shared/rules/conversations/money-state.ts';
import { withFilesOf, withHiddenFilesOf } from '#shared/rules/conversations/sent-files.ts';
import { ticketWaitsSince } from '#shared/rules/conversations/state-machine.ts';
import { changeOfThanksCounts, withStandingThanks } from '#shared/rules/conversations/thanks.ts';
import { harmOfReason } from '#shared/rules/desk/harm.ts';
import { owedChange } from '#shared/rules/ledger/ledger.ts';
import {
  type CopyVersion,
  withoutUnfitPublicAnswer,
} from '#shared/rules/public-answers/public-answers.ts';
import { type Instant, toSeconds } from '#shared/time.ts';
import { raiseAlert } from '../accounts/alerts.ts';
import type { Card, User } from '../accounts/users.ts';
import { giveBackAttachments, takeAttachments } from '../attachments/attachments.ts';
import { type AuditEntry, writeAuditEntry } from '../audit.ts';
import { cardOnFile } from '../billing/plans.ts';
import { below, missingOr } from '../conditions.ts';
import { requireNoBlock } from '../contacts/blocks.ts';
import { requireContacts } from '../contacts/contacts.ts';
import { addToCounters, definedSteps } from '../counters.ts';
import { type Confirmed, closeCase, openCase } from '../desk/cases.ts';
import { claimKey, type KeyedCall, KeyTaken, releaseKey } from '../idempotency.ts';
import {
  dueIndex,
  inboxIndex,
  openIndex,
  openList,
  ordersIndex,
  reviewIndex,
  ticketIndex,
} from '../index-keys.ts';
import { balanceKey, conversationKey, type KeyOf, pendingKey, userKey } from '../keys.ts';
import { addEarning, book, changeBalance, changeBalanceIfCovered } from '../ledger/ledger.ts';
import { countEarning, releasePaidMessage, reservePaidMessage } from '../month-counters.ts';
import { conversationEvent, publishEvent } from '../outbox.ts';
import { beginRecovery } from '../payouts/recoveries.ts';
import {
  type PublicCopy,
  publicAnswerSteps,
  requireBothPeople,
} from '../public-answers/public-answers.ts';
import {
  type Item,
  put,
  putNew,
  remove,
  type Step,
  type TableReader,
  type TableWriter,
  update,
} from '../table.ts';
import { removeAnswerDraft } from './answer-drafts.ts';
import { type ClaimCounts, claimSteps, countClaimMade, requireNotDeleted } from './claims.ts';
import { checkDraft, removeDraft } from './drafts.ts';
import { addToOpenMailbox, changeMailbox } from './list-counters.ts';
import { deleteMessage, type Message, writeHiddenReply, writeMessage } from './messages.ts';
import { lockKeyOf, lockPair, moveReminder } from './reminders.ts';
import { thanksSteps } from './thanks.ts';
import { type Verification, writeVerification } from './verifications.ts';

/* Stored conversations. `itemOf` derives the index keys from the attributes on every write, so they cannot disagree. */

/** The table item of a conversation: its attributes, its lists, and its next due time. */
export function itemOf(conversation: Conversation): Item & Conversation & KeyOf<Conversation> {
  const { id, sender, recipient, modifiedAt } = conversation;
  const lastOf = (side: Side) => asSeenBy(conversation, side).modifiedAt;
  const inbox = listEntryOf(conversation, 'recipient');
  const orders = listEntryOf(conversation, 'sender');
  const due = nextDue(conversation);
  const isOpen = inbox?.filter === 'OPEN';
  const waitsSince = ticketWaitsSince(conversation);
  return {
    ...conversationKey(id),
    ...conversation,
    ...(inbox && inboxIndex(recipient.id, inbox.filter, lastOf('recipient'), id)),
    ...(orders && ordersIndex(sender.id, orders, lastOf('sender'), id)),
    // The due index, the open index, the review index and the ticket index share keys. Open or reviewed conversations are due only
    // briefly, help tickets never; and nobody blocks support, for which the open index is read.
    ...(due ? dueIndex(due.job, due.at, id) : isOpen && openIndex(sender.id, recipient.id, id)),
    ...(isInReview(conversation) &&
      reviewIndex(harmOfReason(conversation.reasonCode), modifiedAt, id)),
    ...(waitsSince !== undefined && ticketIndex(waitsSince, id)),
  };
}

const isIndexKey = (name: string) => name === 'pk' || name === 'sk' || name.startsWith('gsi');

/** The conversation in an item or index entry, without the keys. */
export function conversationIn(item: Readonly<Record<string, unknown>>): Conversation {
  const conversation: Record<string, unknown> = {};
  // Lists call this for each row; a chain of array methods takes five times as long.
  for (const name in item) if (!isIndexKey(name)) conversation[name] = item[name];
  return conversation as Conversation;
}

/** The conversation of an id, whatever its status; undefined when there is none. */
export async function conversationById(
  table: TableReader,
  id: string,
  now: Instant,
): Promise<Conversation | undefined> {
  const item = await table.get<Item>(conversationKey(id));
  const conversation = item && conversationIn(item);
  return conversation?.expiresAt !== undefined && conversation.expiresAt <= toSeconds(now)
    ? undefined
    : conversation;
}

/** The conversations of several ids, in their order, a hundred with each read; undefined where there is none. */
export async function conversationsById(
  table: TableReader,
  ids: readonly string[],
): Promise<(Conversation | undefined)[]> {
  const items = await table.getMany<Item>(ids.map(conversationKey));
  return items.map((item) => item && conversationIn(item));
}

/** A conversation that its two sides may see. */
export type Visible = Conversation & { readonly status: ConversationStatus };

/** The id of the conversation that holds the lock of a pair: a pending message, or a payment that is not settled. */
export async function lockedConversationOf(
  table: TableReader,
  senderId: string,
  recipientId: string,
): Promise<string | undefined> {
  const lock = await table.get<{ conversationId: string }>(pendingKey(senderId, recipientId));
  return lock?.conversationId;
}

/**
 * Saves an order before the card is charged: the conversation, its first message, the lock of the pair, a paid message of the
 * month's commitment, the number of waiting orders, and the idempotency key. CHANGED: what the recipient offers differs from what was
 * read, too many orders wait, or one of the two blocks the other.
 * DRAFT_CHANGED: the draft differs from what is sent. NOT_READY: an attachment is not ready.
 */
export function saveOrder(
  table: TableWriter,
  order: {
    readonly conversation: Conversation;
    readonly question: Message;
    /** The text of the message without the answers to prompts, as the draft has it. */
    readonly text: string;
    readonly recipient: User;
    /** Whether the price is the one that the recipient gave the sender as a contact. */
    readonly forContact?: boolean;
    readonly keyed: KeyedCall | undefined;
  },
  now: Instant,
): Promise<
  'done' | 'SAME_KEY' | 'PENDING_EXISTS' | 'DRAFT_CHANGED' | 'CHANGED' | 'FULL' | 'NOT_READY'
> {
  const { conversation, question, text, recipient, forContact, keyed } = order;
  const { sender, subject, draft } = conversation;
  const { paidResponseCommitment } = recipient;
  type Outcome =
    | 'SAME_KEY'
    | 'PENDING_EXISTS'
    | 'DRAFT_CHANGED'
    | 'CHANGED'
    | 'FULL'
    | 'NOT_READY'
    | 'TAKEN';
  return table.transact<Outcome>(
    ...definedSteps<Outcome>([
      claimKey(keyed, conversation.id, now),
      lockPair(conversation),
      draft && checkDraft(sender.id, recipient.id, { ...draft, subject, text }),
      countWaitingOrder(recipient),
      // A block and an order exclude each other: whichever comes first, the other finds it (functions/conversations/end-blocked.ts).
      forContact
        ? requireContacts(recipient.id, sender.id, 'CHANGED')
        : requireNoBlock(recipient.id, sender.id),
      requireNoBlock(sender.id, recipient.id),
      reservePaidMessage(recipient.id, conversation.month, paidResponseCommitment),
      putNew(itemOf(conversation), 'TAKEN'),
      writeMessage(question),
      ...takeAttachments(question, { recipientId: recipient.id }),
    ]),
  ) as Promise<'done' | Exclude<Outcome, 'TAKEN'>>;
}

/**
 * The step that counts a waiting order of a recipient. CHANGED: what they offer differs from what was read, they are blocked, or
 * as many orders wait as they take at once.
 */
function countWaitingOrder(recipient: User): Step<'CHANGED'> {
  const { paidResponsePrice, paidResponseCommitment, offersVersion, waitingMax } = recipient;
  return update(
    userKey(recipient.id),
    { add: { waitingCount: 1 } },
    {
      when: {
        paidResponsePrice,
        paidResponseCommitment,
        offersVersion,
        ...(waitingMax !== undefined && { waitingCount: missingOr(below(waitingMax)) }),
        blockedAt: undefined,
      },
      otherwise: 'CHANGED',
    },
  );
}

/**
 * Saves a free conversation: the conversation, its first message, the lock of the pair, the idempotency key, the counters of
 * both lists, and the domain event. No price was shown, so nothing has to be unchanged.
 */
export function saveFreeConversation(
  table: TableWriter,
  asked: {
    readonly change: Change;
    readonly question: Message;
    readonly keyed: KeyedCall | undefined;
  },
  now: Instant,
): Promise<'done' | 'SAME_KEY' | 'PENDING_EXISTS'> {
  const { change, question, keyed } = asked;
  const { next: conversation, domainEvent } = change;
  const { sender, recipient } = conversation;
  type Outcome = 'SAME_KEY' | 'PENDING_EXISTS' | 'TAKEN';
  return table.transact<Outcome>(
    ...definedSteps<Outcome>([
      claimKey(keyed, conversation.id, now),
      lockPair(conversation),
      putNew(itemOf(conversation), 'TAKEN'),
      writeMessage(question),
      changeMailbox(recipient.id, 'INBOX', mailboxChange(undefined, conversation, 'recipient')),
      changeMailbox(sender.id, 'ORDERS', mailboxChange(undefined, conversation, 'sender')),
      domainEvent && publishEvent(conversationEvent(conversation, domainEvent, now)),
    ]),
  ) as Promise<'done' | Exclude<Outcome, 'TAKEN'>>;
}

/** A change to save, with what is written in the same transaction. `card`: the sender's new card, which has just paid. */
export type Decision = Change & {
  /** What is saved instead if an account of the two is blocked; only for the change that settles a payment. */
  readonly ifBlocked?: Change;
  readonly message?: Message;
  /** A reply that only its author sees, because the other side blocked them. */
  readonly hiddenReply?: Message;
  /** Two people of whom the first must not block the second when the change is written; if they do, it is decided again. */
  readonly withoutBlock?: readonly [userId: string, otherId: string];
  /** What can be checked of the message, if it is a paid answer. */
  readonly verification?: Verification;
  /** The audit entry, if an operator decided it. */
  readonly audit?: AuditEntry;
  readonly card?: Card;
  /** The claims that the sender had made, if the change is a new claim of theirs. */
  readonly claimsBefore?: ClaimCounts;
  /** The public copy that a proposal writes, or the version that is added to it. */
  readonly copy?: PublicCopy;
  readonly copyVersion?: CopyVersion;
  /** Whether the change needs both accounts, and no block between them; otherwise it is decided again. */
  readonly needsBoth?: true;
  /** Whether a statement tells the people what becomes of an earning, in place of the alert about it. */
  readonly isTold?: true;
  /** Further steps of the desk: the case that the change closes, and statements of reasons. */
  readonly beside?: readonly Step<'CLOSED' | 'LIMIT' | 'WAITING'>[];
  /** What the decision of the closed case confirms, if a second person makes it. */
  readonly confirmed?: Confirmed | undefined;
  /** The call with its Idempotency-Key, and the id of what it made. */
  readonly request?: { readonly keyed: KeyedCall | undefined; readonly made: string };
};

/**
 * Changes a conversation. Every change but an invitation goes through here. `decide` gets the stored conversation and returns
 * the change, or undefined for none; it refuses by throwing. One transaction writes the change, its ledger entries, its domain
 * event and its consequences, conditional on the conversation's version and on the recipient's balance. If the condition
 * fails, `decide` is called again with the newer conversation. Refuses with ATTACHMENTS_NOT_READY a message whose attachments changed. Returns the changed conversation, or undefined if it does not
 * exist. Throws KeyTaken if the call's key is taken, CaseClosed if the case that the change closes is closed already, and
 * NotAlone if a second person has to decide.
 *
 * `known`: the conversation as this process has last read or written it. The first attempt decides on it without a read. It
 * may be outdated, so it only leads to a write, whose condition is its version: if it leads to no change, the conversation is
 * read and decided on again.
 */
export async function changeConversation(
  table: TableWriter,
  id: string,
  now: Instant,
  decide: (conversation: Conversation) => Decision | undefined | Promise<Decision | undefined>,
  known?: Conversation,
): Promise<Conversation | undefined> {
  const { conversation } = await writeDecision(table, id, now, decide, known);
  return conversation;
}

/** Like `changeConversation`; also returns the decision that was written, which may be that of a later attempt. */
export async function writeDecision(
  table: TableWriter,
  id: string,
  now: Instant,
  decide: (conversation: Conversation) => Decision | undefined | Promise<Decision | undefined>,
  known?: Conversation,
): Promise<{ readonly conversation: Conversation | undefined; readonly written?: Decision }> {
  let [assumed, draftIsNewer, isReminded, isBlocked] = [known, false, false, false];
  let filesAreGone = false;
  for (let attempt = 1; ; attempt += 1) {
    const before = assumed ?? (await conversationById(table, id, now));
    const decided = before && (await decide(before));
    const decision = (isBlocked && decided?.ifBlocked) || decided;
    const isOutdatable = assumed !== undefined;
    assumed = undefined;
    if (isOutdatable && !decision) continue;
    if (!before || !decision) return { conversation: before };
    const next = withSentFiles(decision);
    const after = {
      ...withStandingThanks(withoutUnfitPublicAnswer(next, now)),
      version: before.version + 1,
    };
    const unmoved = put(itemOf(after), {
      when: { version: before.version },
      otherwise: 'MOVED',
    });
    const beside = accompanyingSteps(before, after, decision, now);
    const sent = deleteSentDraft(before, after);
    if (sent && !draftIsNewer) beside.push(sent);
    if (!filesAreGone) beside.push(...giveBackFiles(before, after, now));
    const moved = moveReminder(before, after, now);
    if (moved && !isReminded) beside.push(moved);
    const outcome =
      beside.length > 0 ? await table.transact(unmoved, ...beside) : await table.write(unmoved);
    if (outcome === 'done') return { conversation: after, written: decision };
    if (outcome === 'SAME_KEY') throw new KeyTaken();
    if (outcome === 'CLOSED') throw new CaseClosed();
    if (outcome === 'LIMIT' || outcome === 'WAITING') throw new NotAlone(outcome);
    // The sender edited the draft while the bank confirmed the payment. The newer text was not sent, so the draft stays.
    if (outcome === 'KEPT') draftIsNewer = true;
    if (outcome === 'NOT_READY') throw new Refusal('ATTACHMENTS_NOT_READY');
    // The sender's account was deleted while the payment failed.
    if (outcome === 'GONE') filesAreGone = true;
    if (outcome === 'BLOCKED') isBlocked = true;
    // The last reminder was sent before the earlier deadline, and is not sent again.
    if (outcome === 'REMINDED') isReminded = true;
    if (outcome === 'BOOKED' || attempt === ATTEMPTS)
      throw new Error(`conversation ${id} could not be changed: ${outcome}`);
  }
}

/**
 * The steps of a change of what the sender said in thanks, for the transaction of a decision about it; none if there is nothing to
 * change. CHANGED: the conversation has changed since it was read.
 */
export async function changeThanksSteps(
  table: TableReader,
  id: string,
  now: Instant,
  decide: (conversation: Conversation) => Change | undefined,
): Promise<Step<'CHANGED'>[]> {
  const before = await conversationById(table, id, now);
  const change = before && decide(before);
  if (!before || !change) return [];
  const after = { ...change.next, version: before.version + 1 };
  return [
    put(itemOf(after), { when: { version: before.version }, otherwise: 'CHANGED' }),
    ...thanksSteps(before, after),
  ];
}

/** Thrown by a change that would close a case which somebody else has just decided. */
export class CaseClosed extends Error {}

/**
 * Thrown by a change that a member of staff may not make alone: it would exceed the limit of the day, or a proposal waits for a
 * second person.
 */
export class NotAlone extends Error {
  constructor(readonly why: 'LIMIT' | 'WAITING') {
    super(why);
  }
}

/** The most attempts. Only two people and the sweep change a conversation, so this many conflicts are a fault. */
const ATTEMPTS = 10;

type StepOutcome =
  | 'NOT_READY'
  | 'GONE'
  | 'LIMIT'
  | 'WAITING'
  | 'SAME_KEY'
  | 'KEPT'
  | 'BLOCKED'
  | 'REMINDED'
  | 'BOOKED'
  | 'SHORT'
  | 'CHANGED'
  | 'COUNTED'
  | 'SAME_CASE'
  | 'CLOSED';

/** The next state, with what lists say of the attachments of the message. */
function withSentFiles({ next, message, hiddenReply }: Decision): Conversation {
  if (message) return withFilesOf(next, message);
  return hiddenReply ? withHiddenFilesOf(next, hiddenReply) : next;
}

/** The step that deletes the draft of an order whose payment has just settled. */
function deleteSentDraft(before: Conversation, after: Conversation): Step<'KEPT'> | undefined {
  const { draft, sender, recipient } = after;
  if (!draft || before.status !== 'PAYING' || after.status !== 'PENDING') return undefined;
  return removeDraft(sender.id, recipient.id, draft);
}

/** The steps that give the attachments of a letter back, because its payment failed. */
function giveBackFiles(before: Conversation, after: Conversation, now: Instant): Step<'GONE'>[] {
  const { id, sender, attachmentIds = [] } = after;
  if (!consequencesOf(before, after).forgets) return [];
  return giveBackAttachments(sender.id, attachmentIds, id, now);
}

/** The steps that are written with the conversation itself; each item at most once. */
function accompanyingSteps(
  before: Conversation,
  after: Conversation,
  decision: Decision,
  now: Instant,
): Step<StepOutcome>[] {
  const { sender, recipient, payment } = after;
  const { message, card, audit, request, domainEvent, claimsBefore } = decision;
  const { openedCase, closedCase, beside, verification, hiddenReply, withoutBlock } = decision;
  const follows = consequencesOf(before, after);
  return definedSteps<StepOutcome>([
    request && claimKey(request.keyed, request.made, now),
    ...ledgerSteps(before, after, decision, now),
    domainEvent && publishEvent(conversationEvent(after, domainEvent, now)),
    message && writeMessage(message),
    message && removeDraftOf(message, after),
    hiddenReply && writeHiddenReply(hiddenReply),
    ...[message, hiddenReply].flatMap((sent) =>
      sent ? takeAttachments(sent, { conversationId: after.id }) : [],
    ),
    withoutBlock && requireNoBlock(...withoutBlock),
    ...publicAnswerSteps(before, after, decision.copy, decision.copyVersion),
    // Its own event would not say that it also ended what was public.
    endsPublicAnswer(decision.next, after)
      ? publishEvent(conversationEvent(after, { type: 'conversation.publicEnded' }, now))
      : undefined,
    ...(decision.needsBoth ? bothPeople(after) : []),
    verification && writeVerification(verification),
    audit && writeAuditEntry(audit),
    claimsBefore && countClaimMade(sender.id, claimsBefore, now),
    claimsBefore && requireNotDeleted(recipient.id),
    ...claimSteps(before, after),
    openedCase && openCase(openedCase),
    closedCase && closeCase(closedCase.id, closedCase.decision, decision.confirmed),
    ...(beside ?? []),
    ...mailboxSteps(before, after),
    follows.freesLock ? remove(lockKeyOf(after)) : undefined,
    follows.freesReservation ? releasePaidMessage(recipient.id, after.month) : undefined,
    follows.earned && countEarning(recipient.id, follows.earned, now),
    follows.earned && addEarning(recipient.id, follows.earned.net, now),
    ...thanksSteps(before, after),
    addToCounters(userKey(recipient.id), {
      ...follows.responseRate,
      ...changeOfThanksCounts(before, after),
      waitingCount: follows.waitingCount,
    }),
    follows.forgets ? deleteMessage(after.id, after.questionId) : undefined,
    follows.forgets && payment.requestKey ? releaseKey(sender.id, payment.requestKey) : undefined,
    card && cardOnFile(sender.id, card),
    follows.chargedByReport
      ? raiseAlert(sender.id, { kind: 'REPORT_CHARGED', about: after.id }, now)
      : undefined,
  ]);
}

/** Whether a change ended what was public or proposed, although it was decided for another reason. */
const endsPublicAnswer = (decided: Conversation, after: Conversation): boolean =>
  decided.publicAnswer !== after.publicAnswer;

/** The steps on which an agreement is conditional. */
const bothPeople = (c: Conversation) => [
  ...requireBothPeople(c),
  requireNoBlock(c.sender.id, c.recipient.id),
  requireNoBlock(c.recipient.id, c.sender.id),
];

/** The step that deletes the draft of an answer with the transaction that stores it; undefined for other messages. */
function removeDraftOf({ kind }: Message, conversation: Conversation): Step<never> | undefined {
  switch (kind) {
    case 'PAID_RESPONSE':
      return removeAnswerDraft(conversation, 'ANSWER');
    case 'IMPROVED_ANSWER':
      return removeAnswerDraft(conversation, 'IMPROVED');
    default:
      return undefined;
  }
}

/** The steps of a change in the mailboxes of both sides; a message arrives only in open ones. */
function mailboxSteps(before: Conversation, after: Conversation) {
  const { sender, recipient } = after;
  const arrives = before.status === 'PAYING' && after.status === 'PENDING';
  const change = arrives ? addToOpenMailbox : changeMailbox;
  return [
    change(recipient.id, 'INBOX', mailboxChange(before, after, 'recipient')),
    change(sender.id, 'ORDERS', mailboxChange(before, after, 'sender')),
  ];
}

/** The steps of a change in the ledger and in the recipient's balance. */
function ledgerSteps(
  before: Conversation,
  after: Conversation,
  { entry, lossEntry, freedEntry, balanceChange: owes, isTold }: Decision,
  now: Instant,
): (Step<StepOutcome> | undefined)[] {
  const { id, recipient } = after;
  const freed = freedEntry ? owedChange(freedEntry, recipient.id) : ZERO;
  const by = plus(owes?.by ?? ZERO, freed);
  // The balance counts the entries of its person's ledger. This change may have two.
  // Money that is frozen or taken back does not count as earned until it is free again.
  const frozen = minus(frozenEarning(after), frozenEarning(before));
  const more = { totalEarnings: by, frozen, ...(owes && freedEntry && { entries: 2 }) };
  return [
    // A free conversation has entries without postings, which are not booked.
    entry && entry.postings.length > 0 ? book(entry, now) : undefined,
    lossEntry && book(lossEntry, now),
    freedEntry && book(freedEntry, now),
    owes || freedEntry
      ? (owes?.mayBecomeDebt ? changeBalance : changeBalanceIfCovered)(recipient.id, by, now, more)
      : // A frozen earning that is lost was out of the balance already.
        addToCounters(balanceKey(recipient.id), { frozen }),
    owes?.mayBecomeDebt && !isTold
      ? raiseAlert(owes.userId, takenBackAlert(id, owes.by), now)
      : undefined,
    owes?.mayBecomeDebt ? beginRecovery(owes.userId, id, negative(owes.by), now) : undefined,
  ];
}

const takenBackAlert = (about: string, by: Cents) =>
  ({ kind: 'EARNING_TAKEN_BACK', amount: negative(by), about }) as const;

/**
 * The id of the newest open conversation between two people, in either direction. The index may lag behind, so a write has to
 * check the status.
 */
export async function openConversationBetween(
  table: TableReader,
  userId: string,
  otherId: string,
): Promise<string | undefined> {
  const { items } = await table.query<{ readonly gsi5sk: string }>({
    index: 'gsi5',
    partition: openList(userId, otherId),
    newestFirst: true,
    limit: 1,
  });
  return items[0]?.gsi5sk;
}

/*
 * An invitation to chat changes neither the lists nor the counters of an open conversation. So the transaction of the invitation
 * sets the status directly, without reading the conversation.
 */

/**
 * The step that sets an open conversation to INVITED, by `byUserId`. `unseenOf`: the side of the inviter, if the other side blocked
 * them and must not see it.
 */
export function setInvited(
  conversationId: string,
  byUserId: string,
  unseenOf?: Side,
): Step<'NOT_OPEN'> {
  const unseen = {
    sender: { setIn: { sender: { invitesUnseen: true } } },
    recipient: { setIn: { recipient: { invitesUnseen: true } } },
  } as const;
  const seen = { removeIn: { sender: ['invitesUnseen'], recipient: ['invitesUnseen'] } } as const;
  return update(
    conversationKey(conversationId),
    {
      set: { status: 'INVITED', invitedBy: byUserId },
      ...(unseenOf ? unseen[unseenOf] : seen),
      add: { version: 1 },
    },
    { when: { status: 'OPEN' }, otherwise: 'NOT_OPEN' },
  );
}

/** The step that sets an INVITED conversation back to OPEN, because the two are contacts now. */
export function returnToOpen(conversationId: string, byUserId: string): Step<'NOT_OPEN'> {
  return update(
    conversationKey(conversationId),
    { set: { status: 'OPEN' }, add: { version: 1 }, remove: ['invitedBy'] },
    { when: { status: 'INVITED', invitedBy: byUserId }, otherwise: 'NOT_OPEN' },
  );
}
