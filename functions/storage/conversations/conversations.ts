import { type Cents, negative } from '../../../shared/money.ts';
import type {
  Change,
  Conversation,
  ConversationStatus,
} from '../../../shared/rules/conversations/conversations.ts';
import { boxMove, consequencesOf, shelfOf } from '../../../shared/rules/conversations/counters.ts';
import { nextDue } from '../../../shared/rules/conversations/due.ts';
import { isInReview } from '../../../shared/rules/conversations/manual-refunds.ts';
import { type Instant, toSeconds } from '../../../shared/time.ts';
import { raiseAlert } from '../accounts/alerts.ts';
import type { Card, User } from '../accounts/users.ts';
import { type Act, writeAct } from '../audit.ts';
import { cardOnFile } from '../billing/plans.ts';
import { move, present } from '../counters.ts';
import { claimKey, forgetRequest, type KeyedCall, KeyTaken } from '../idempotency.ts';
import {
  conversationKey,
  dueIndex,
  inboxIndex,
  openIndex,
  openList,
  ordersIndex,
  pendingKey,
  reviewIndex,
  userKey,
} from '../keys.ts';
import { book, moveBalance, moveOwed, moveOwedIfThere } from '../ledger/ledger.ts';
import { countEarning, freePlace, reservePlace } from '../month-counters.ts';
import { factOf, tell } from '../outbox.ts';
import { beginRecovery } from '../payouts/recoveries.ts';
import {
  check,
  type Item,
  put,
  putNew,
  remove,
  type Step,
  type TableReader,
  type TableWriter,
  update,
} from '../table.ts';
import { removeDraft, stillDraft } from './drafts.ts';
import { moveBox } from './list-counters.ts';
import { forgetMessage, type Message, writeMessage } from './messages.ts';
import { lockPair } from './reminders.ts';

/* Conversations. Facts and index keys are written together from one description, so they cannot disagree. */

/** The whole item: what the conversation is, the lists it is in, and the one next thing that is due. */
export function itemOf(conversation: Conversation): Item {
  const { id, sender, recipient, modifiedAt } = conversation;
  const inbox = shelfOf(conversation, 'recipient');
  const orders = shelfOf(conversation, 'sender');
  const due = nextDue(conversation);
  const isOpen = inbox?.shelf === 'OPEN';
  return {
    ...conversationKey(id),
    ...conversation,
    ...(inbox && inboxIndex(recipient.id, inbox.shelf, modifiedAt, id)),
    ...(orders && ordersIndex(sender.id, orders.shelf, modifiedAt, id)),
    // What is open or under review has nothing due, but for a moment after that was decided.
    ...(due ? dueIndex(due.job, due.at, id) : isOpen && openIndex(sender.id, recipient.id, id)),
    ...(isInReview(conversation) && reviewIndex(modifiedAt, id)),
  };
}

const isIndexKey = (name: string) => name === 'pk' || name === 'sk' || /^gsi\d[ps]k$/.test(name);

/** What stands in an item, or in an index entry, beside its keys. */
export function conversationIn(item: Readonly<Record<string, unknown>>): Conversation {
  const facts = Object.entries(item).filter(([name]) => !isIndexKey(name));
  return Object.fromEntries(facts) as Conversation;
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

/** A conversation that is somebody's to see. */
export type Visible = Conversation & { readonly status: ConversationStatus };

/** The conversation whose message, or payment, stands between two people. */
export async function lockHolder(
  table: TableReader,
  senderId: string,
  recipientId: string,
): Promise<string | undefined> {
  const lock = await table.get<{ conversationId: string }>(pendingKey(senderId, recipientId));
  return lock?.conversationId;
}

/**
 * Writes down an order before anybody is asked for money: the conversation, its question, the lock of the pair, a
 * place of the month's commitment, the idempotency key. The recipient's price and commitment must still be those
 * that were shown (CHANGED), and so must a draft that it is sent from (DRAFT_CHANGED).
 */
export function placeOrder(
  table: TableWriter,
  order: {
    readonly conversation: Conversation;
    readonly question: Message;
    readonly recipient: User;
    readonly keyed: KeyedCall | undefined;
  },
  now: Instant,
): Promise<'done' | 'SAME_KEY' | 'PENDING_EXISTS' | 'DRAFT_CHANGED' | 'CHANGED' | 'FULL'> {
  const { conversation, question, recipient, keyed } = order;
  const { sender, subject, draft } = conversation;
  const { paidResponsePrice, paidResponseCommitment } = recipient;
  type Outcome = 'SAME_KEY' | 'PENDING_EXISTS' | 'DRAFT_CHANGED' | 'CHANGED' | 'FULL' | 'TAKEN';
  return table.transact<Outcome>(
    ...present<Outcome>([
      claimKey(keyed, conversation.id, now),
      lockPair(conversation),
      draft && stillDraft(sender.id, recipient.id, { ...draft, subject, text: question.body }),
      check(userKey(recipient.id), {
        when: '#paidResponsePrice = :price AND #paidResponseCommitment = :commitment AND attribute_not_exists(#blockedAt)',
        values: { price: paidResponsePrice, commitment: paidResponseCommitment },
        otherwise: 'CHANGED',
      }),
      reservePlace(recipient.id, conversation.month, paidResponseCommitment),
      putNew(itemOf(conversation), 'TAKEN'),
      writeMessage(question),
    ]),
  ) as Promise<'done' | Exclude<Outcome, 'TAKEN'>>;
}

/**
 * Writes down a message that costs nothing, all at once: the conversation, its question, the lock of the pair, the
 * idempotency key, the counters of both lists, the fact. Nothing was shown that could have changed meanwhile.
 */
export function placeQuestion(
  table: TableWriter,
  asked: {
    readonly change: Change;
    readonly question: Message;
    readonly keyed: KeyedCall | undefined;
  },
  now: Instant,
): Promise<'done' | 'SAME_KEY' | 'PENDING_EXISTS'> {
  const { change, question, keyed } = asked;
  const { next: conversation, fact } = change;
  const { sender, recipient } = conversation;
  type Outcome = 'SAME_KEY' | 'PENDING_EXISTS' | 'TAKEN';
  return table.transact<Outcome>(
    ...present<Outcome>([
      claimKey(keyed, conversation.id, now),
      lockPair(conversation),
      putNew(itemOf(conversation), 'TAKEN'),
      writeMessage(question),
      moveBox(recipient.id, 'INBOX', boxMove(undefined, conversation, 'recipient')),
      moveBox(sender.id, 'ORDERS', boxMove(undefined, conversation, 'sender')),
      fact && tell(factOf(conversation, fact, now)),
    ]),
  ) as Promise<'done' | Exclude<Outcome, 'TAKEN'>>;
}

/** A transition to apply, with what is written in the same transaction. `card`: the sender's card, proved by the payment. */
export type Decision = Change & {
  readonly message?: Message;
  /** Who decided it, where an operator did. */
  readonly audit?: Act;
  readonly card?: Card;
  /** The key of the call that decided it, and what it makes. */
  readonly request?: { readonly keyed: KeyedCall | undefined; readonly made: string };
};

/**
 * The way a conversation changes, but for the mark of an invitation. `decide` sees the newest facts and answers the step to take, or undefined for
 * none; it refuses by throwing. The step, its ledger entry, its fact and all that follows from it are one transaction,
 * conditional on nobody having changed the conversation meanwhile, and on what it takes being owed: otherwise it is decided
 * again on the newer facts.
 * Answers the conversation as it is afterwards, or undefined when there is none. Throws KeyTaken where the call's key is taken.
 */
export async function changeConversation(
  table: TableWriter,
  id: string,
  now: Instant,
  decide: (conversation: Conversation) => Decision | undefined | Promise<Decision | undefined>,
): Promise<Conversation | undefined> {
  let draftIsNewer = false;
  for (let attempt = 1; ; attempt += 1) {
    const before = await conversationById(table, id, now);
    const decision = before && (await decide(before));
    if (!before || !decision) return before;
    const after = { ...decision.next, version: before.version + 1 };
    const unmoved = put<'MOVED' | 'BOOKED'>(itemOf(after), {
      when: '#version = :version',
      values: { version: before.version },
      otherwise: 'MOVED',
    });
    const beside = stepsOf(before, after, decision, now);
    const sent = sentDraft(before, after);
    if (sent && !draftIsNewer) beside.push(sent);
    const outcome =
      beside.length > 0 ? await table.transact(unmoved, ...beside) : await table.write(unmoved);
    if (outcome === 'done') return after;
    if (outcome === 'SAME_KEY') throw new KeyTaken();
    // Its sender wrote on while the bank was asked: the newer words were not sent, and stay.
    if (outcome === 'KEPT') draftIsNewer = true;
    if (outcome === 'BOOKED' || attempt === ATTEMPTS)
      throw new Error(`conversation ${id} could not be changed: ${outcome}`);
  }
}

/** Only its two sides and the sweep change a conversation; this many in the same moment is a fault. */
const ATTEMPTS = 10;

type Beside = 'SAME_KEY' | 'KEPT' | 'BOOKED' | 'SHORT' | 'CHANGED';

/** Removes the draft that was paid for, where the money has just come. */
function sentDraft(before: Conversation, after: Conversation): Step<'KEPT'> | undefined {
  const { draft, sender, recipient } = after;
  if (!draft || before.status !== 'PAYING' || after.status !== 'PENDING') return undefined;
  return removeDraft(sender.id, recipient.id, draft);
}

/** All that is written beside the conversation itself; each item at most once. */
function stepsOf(
  before: Conversation,
  after: Conversation,
  { entry, also, owes, fact, message, card, audit, request }: Decision,
  now: Instant,
): Step<Beside>[] {
  const { sender, recipient, payment } = after;
  const follows = consequencesOf(before, after);
  return present<Beside>([
    request && claimKey(request.keyed, request.made, now),
    // Where no money moves there is nothing to book.
    entry && entry.postings.length > 0 ? book(entry, now) : undefined,
    also && book(also, now),
    owes && (owes.mayBecomeDebt ? moveOwed : moveOwedIfThere)(owes.userId, owes.by, now),
    owes?.mayBecomeDebt
      ? raiseAlert(owes.userId, takenBackAlert(after.id, owes.by), now)
      : undefined,
    owes?.mayBecomeDebt ? beginRecovery(owes.userId, after.id, negative(owes.by), now) : undefined,
    fact && tell(factOf(after, fact, now)),
    message && writeMessage(message),
    audit && writeAct(audit),
    moveBox(recipient.id, 'INBOX', boxMove(before, after, 'recipient')),
    moveBox(sender.id, 'ORDERS', boxMove(before, after, 'sender')),
    follows.freesLock ? remove(pendingKey(sender.id, recipient.id)) : undefined,
    follows.freesReservation ? freePlace(recipient.id, after.month) : undefined,
    follows.earned && countEarning(recipient.id, follows.earned, now),
    follows.earned && moveBalance(recipient.id, follows.earned.net, now),
    follows.ended
      ? move(userKey(recipient.id), { endedCount: 1, answeredCount: follows.earned ? 1 : 0 })
      : undefined,
    follows.forgets ? forgetMessage(after.id, after.questionId) : undefined,
    follows.forgets && payment.requestKey
      ? forgetRequest(sender.id, payment.requestKey)
      : undefined,
    card && cardOnFile(sender.id, card),
    follows.chargedByReport
      ? raiseAlert(sender.id, { kind: 'REPORT_CHARGED', about: after.id }, now)
      : undefined,
  ]);
}

const takenBackAlert = (about: string, by: Cents) =>
  ({ kind: 'EARNING_TAKEN_BACK', amount: negative(by), about }) as const;

/**
 * The newest conversation that is open between two people, whoever asked. Read from an index that may lag a moment;
 * whoever writes makes sure.
 */
export async function openBetween(
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
 * An invitation to chat leaves all that an open conversation is: its replies, its place in every list, its counters. So
 * it is marked on the spot, in the transaction of the invitation, without the conversation being read.
 */

/** An open conversation says that `byUserId` invited the other one. */
export function inviteFrom(conversationId: string, byUserId: string): Step<'NOT_OPEN'> {
  return update(
    conversationKey(conversationId),
    'SET #status = :invited, #invitedBy = :byUserId ADD #version :one',
    { invited: 'INVITED', byUserId, one: 1 },
    { when: '#status = :open', values: { open: 'OPEN' }, otherwise: 'NOT_OPEN' },
  );
}

/** A conversation that says so is open as before: the two are contacts. */
export function returnToOpen(conversationId: string, byUserId: string): Step<'NOT_OPEN'> {
  return update(
    conversationKey(conversationId),
    'SET #status = :open ADD #version :one REMOVE #invitedBy',
    { open: 'OPEN', one: 1 },
    {
      when: '#status = :invited AND #invitedBy = :byUserId',
      values: { invited: 'INVITED', byUserId },
      otherwise: 'NOT_OPEN',
    },
  );
}
