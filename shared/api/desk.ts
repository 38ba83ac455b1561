import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { ZERO } from '../money.ts';
import { MONEY_STATES, STATUSES } from '../rules/conversations/conversations.ts';
import { MESSAGE_KINDS } from '../rules/conversations/message-kinds.ts';
import { reply } from '../rules/conversations/messages.ts';
import { CASE_KINDS, CASE_SUBJECTS, STATEMENT_DEEDS } from '../rules/desk/cases.ts';
import { DECISION_KINDS } from '../rules/desk/decision-readers.ts';
import { deskNote, deskReason, REMOVABLE, REPORT_DEEDS } from '../rules/desk/decisions.ts';
import { PERMISSIONS, QUEUE_PERMISSIONS, QUEUES } from '../rules/desk/permissions.ts';
import { PAYOUT_ACCOUNT_STATUSES, PAYOUT_STATUSES } from '../rules/payouts/payouts.ts';
import { BADGES } from '../rules/profiles/badge.ts';
import { dollars, moment } from '../wire.ts';
import { licenseId } from './entities.ts';
import { MOVES_MONEY } from './moves-money.ts';
import { all, HOUR, LETTER_BODY, MINUTE, nothing, one, operation } from './operation.ts';

/*
 * The desk, for staff. Its entities are here and not in entities.ts, because no other screen loads them.
 *
 * Every look at private content has a reason, which is written to the audit before the response: operations with an optional
 * `reason` leave that content out (null) without it. They are POST, so that no reason is in an address. docs/product/desk.md
 */

const text = z.string();
const maybeText = z.nullable(z.string());

/** A person in cases and conversations, with the current name. */
const deskPerson = z.object({
  id: text,
  fullName: text,
  username: text,
  profileImageUrl: maybeText,
  blocked: z.boolean(),
});
const maybePerson = z.nullable(deskPerson);

const queue = z.enum(QUEUES);
const harm = z.int().check(z.minimum(1), z.maximum(3));

/** A queue that the caller sees. */
const queueSummary = z.object({
  queue,
  /** The number of what waits; at most 100 are counted, and `more` says whether there are more. */
  count: z.int(),
  more: z.boolean(),
  /** Since when the oldest waits; null for an empty queue. */
  oldestAt: z.nullable(moment),
});

/** Something that waits. What opens it depends on `type`: viewDeskCase, viewDeskConversation or viewDeskPerson with the `id`. */
const queueItem = z.object({
  type: z.enum(['CASE', 'CONVERSATION', 'PERSON']),
  /** The id of the case, the conversation or the account. */
  id: text,
  /** 3 is the most harmful; 1 for everything but cases. */
  harm,
  since: moment,
  /** The reason code of a report, claim or appeal; the signs of a held payout; HELD or FAILING for a payout. */
  reason: maybeText,
  /** For a case: what it is about. */
  subjectType: z.nullable(z.enum(CASE_SUBJECTS)),
  /** Who opened the case or wrote the message. */
  openedBy: maybePerson,
  /** Whom it is about. */
  about: maybePerson,
  /** The price of the conversation or the part of it, or the amount of the payout; null for other cases. */
  amount: z.nullable(dollars()),
});

const caseDecision = z.object({
  by: maybePerson,
  at: moment,
  outcome: z.enum(['UPHELD', 'REJECTED']),
  reason: text,
  /** What an upheld report led to, and what was removed. */
  deed: z.nullable(z.enum(REPORT_DEEDS)),
  remove: z.nullable(z.enum(REMOVABLE)),
});

/** The statement of reasons that somebody got. */
const deskStatement = z.object({
  id: text,
  at: moment,
  deed: z.enum(STATEMENT_DEEDS),
  /** The member of staff who decided it; null if an operator did. */
  by: maybePerson,
  facts: text,
  rule: text,
  reason: text,
  caseId: maybeText,
  appeal: z.nullable(
    z.object({
      caseId: text,
      at: moment,
      outcome: z.nullable(z.enum(['UPHELD', 'REJECTED'])),
    }),
  ),
});

/** How many cases a person opened, how many were opened against them, and the statements that they got (at most 20). */
const record = z.object({
  reportsBy: z.int(),
  reportsAgainst: z.int(),
  claimsBy: z.int(),
  claimsAgainst: z.int(),
  statements: z.int(),
});

const deskCase = z.object({
  id: text,
  kind: z.enum(CASE_KINDS),
  harm,
  openedAt: moment,
  openedBy: maybePerson,
  about: maybePerson,
  /** `within`: the conversation or chat of a message. */
  subject: z.object({ type: z.enum(CASE_SUBJECTS), id: text, within: maybeText }),
  reason: text,
  /** What the person who opened it wrote, in plain text. */
  text,
  quoteCount: z.int(),
  /** What the content said, oldest first; null without a `reason` of the caller. */
  quotes: z.nullable(z.array(z.object({ by: maybePerson, at: moment, text }))),
  notes: z.array(z.object({ by: maybePerson, at: moment, text })),
  decision: z.nullable(caseDecision),
  /** APPEAL: the statement that is appealed. */
  statement: z.nullable(deskStatement),
  /** REFUND, CLAIM, and reports of conversations: the price. */
  amount: z.nullable(dollars()),
  /** REFUND: the part of the price; null for a refund in full. */
  part: z.nullable(dollars()),
  openedByRecord: record,
  aboutRecord: record,
  /** Why the caller may not decide it, in a sentence; null if they may, or if it is decided. */
  obstacle: maybeText,
});

const statusOfConversation = z.enum([...STATUSES, 'PAYING', 'UNDONE']);

const conversationRow = z.object({
  id: text,
  status: statusOfConversation,
  moneyState: z.enum(MONEY_STATES),
  price: dollars(),
  modifiedAt: moment,
  other: deskPerson,
});

const deskAccount = z.object({
  id: text,
  fullName: text,
  username: text,
  profileImageUrl: maybeText,
  createdAt: moment,
  lastSeenAt: z.nullable(moment),
  verified: z.boolean(),
  blockedAt: z.nullable(moment),
  deletedAt: z.nullable(moment),
  permissionIds: z.array(z.enum(PERMISSIONS)),
  plan: licenseId,
  planRenewsAt: z.nullable(moment),
  planEndsAt: z.nullable(moment),
  badge: z.enum(BADGES),
  paidResponsePrice: dollars(),
  paidResponseCommitment: z.int(),
  answeredCount: z.int(),
  endedCount: z.int(),
  balance: dollars(),
  debt: dollars(),
  totalEarnings: dollars(),
  /** When the hold on the payout ends, and its signs; null if it is not held for a check. */
  heldUntil: z.nullable(moment),
  heldFor: z.array(text),
  statements: z.array(deskStatement),
  record,
  /** The latest ten cases about them, of any state. */
  cases: z.array(
    z.object({
      id: text,
      kind: z.enum(CASE_KINDS),
      reason: text,
      openedAt: moment,
      outcome: z.nullable(z.enum(['UPHELD', 'REJECTED'])),
    }),
  ),
  /** The latest ten messages to them, and from them; the numbers of all. */
  inboxCount: z.int(),
  inbox: z.array(conversationRow),
  ordersCount: z.int(),
  orders: z.array(conversationRow),
  /** Null without a `reason` of the caller. */
  privateData: z.nullable(
    z.object({
      phoneLastDigits: text,
      card: z.nullable(z.object({ brand: text, lastFour: text })),
      payoutAccount: z.enum(PAYOUT_ACCOUNT_STATUSES),
      payouts: z.array(
        z.object({
          period: text,
          amount: dollars(),
          status: z.enum(PAYOUT_STATUSES),
          createdAt: moment,
          paidAt: z.nullable(moment),
        }),
      ),
    }),
  ),
});

const posting = z.object({ account: text, amount: dollars() });

const deskConversation = z.object({
  id: text,
  status: statusOfConversation,
  moneyState: z.enum(MONEY_STATES),
  /** A help ticket: free, and addressed to support. */
  ticket: z.boolean(),
  sender: deskPerson,
  recipient: deskPerson,
  price: dollars(),
  /** What the recipient earned; null before the answer. */
  netEarnings: z.nullable(dollars()),
  reasonCode: maybeText,
  createdAt: moment,
  deadlineAt: moment,
  modifiedAt: moment,
  messageCount: z.int(),
  /** What is decided but not yet done at Stripe. */
  pendingAtStripe: z.nullable(z.enum(['capture', 'giveBack', 'refundPart'])),
  dispute: z.nullable(z.enum(['OPEN', 'WON', 'LOST'])),
  /** The part of the price that was refunded after the answer, or that a bank took. */
  givenBack: dollars(),
  /** What failed refunds still owe the sender. */
  stillOwed: dollars(),
  /** Whether a report waits for decideReview. */
  inReview: z.boolean(),
  timeline: z.array(
    z.object({
      event: text,
      at: moment,
      moneyState: z.enum(MONEY_STATES),
      amount: z.nullable(dollars()),
    }),
  ),
  /** What staff decided about its money, the oldest first, at most the latest 20. */
  decisions: z.array(
    z.object({ kind: z.enum(DECISION_KINDS), by: maybePerson, at: moment, reason: text }),
  ),
  ledger: z.array(z.object({ cause: text, at: moment, postings: z.array(posting) })),
  /** Why the caller may not decide about it, in a sentence; null if they may. */
  obstacle: maybeText,
  /**
   * Why it cannot be refunded now, in a sentence: the rules refuse it, or a proposed refund waits for a second person. Null if it
   * can, or if Stripe is at work on it.
   */
  refundObstacle: maybeText,
  /** Up to this amount the caller refunds alone; above it a second person decides. */
  refundAlone: dollars(),
  /** The REFUND case in which a refund of it was proposed, decided or not; null if none was. */
  refundCaseId: maybeText,
  /** Null without a `reason` of the caller. `messages`: the newest 100, oldest first; the bodies are sanitized HTML. */
  content: z.nullable(
    z.object({
      subject: text,
      note: maybeText,
      additionalInformation: maybeText,
      more: z.boolean(),
      messages: z.array(
        z.object({
          id: text,
          kind: z.enum(MESSAGE_KINDS),
          senderId: text,
          body: text,
          dateTimeSent: moment,
        }),
      ),
    }),
  ),
});

/** The result of a decision, in a sentence for the member of staff. */
const outcome = z.object({ message: text });

const looking = {
  method: 'POST',
  who: 'staff',
  permissions: PERMISSIONS,
  limits: [{ per: 'caller', max: 300, within: 5 * MINUTE, inMemory: true }],
} as const;

export const viewDeskQueues = operation({
  name: 'viewDeskQueues',
  ...looking,
  method: 'GET',
  uses: ['accounts.read', 'cases.read', 'conversations.read', 'queues.read', 'usernames.read'],
  impact: 'Staff cannot see what waits for a decision; nothing is lost, but it is decided later.',
  input: nothing,
  output: all(queueSummary),
});

/** A page of a queue: the most harmful first, then the oldest. Refuses with FORBIDDEN a queue of others. */
export const viewDeskQueue = operation({
  name: 'viewDeskQueue',
  ...looking,
  method: 'GET',
  uses: ['accounts.read', 'cases.read', 'conversations.read', 'queues.read', 'usernames.read'],
  impact: 'Staff cannot see what waits for a decision; nothing is lost, but it is decided later.',
  input: z.object({ queue, cursor: z.optional(z.string().check(z.maxLength(1_000))) }),
  output: z.object({ data: z.array(queueItem), cursor: z.optional(text) }),
});

export const viewDeskCase = operation({
  name: 'viewDeskCase',
  ...looking,
  uses: ['accounts.read', 'cases.read', 'conversations.read', 'audit.append'],
  impact: 'Staff cannot look at cases; people wait longer for decisions.',
  input: z.object({ caseId: id(), reason: z.optional(deskReason) }),
  output: one(deskCase),
});

/** An account, found by its id, or by its current or former username. */
export const viewDeskPerson = operation({
  name: 'viewDeskPerson',
  ...looking,
  uses: ['accounts.read', 'cases.read', 'conversations.read', 'usernames.read', 'audit.append'],
  impact: 'Staff cannot look up accounts; people wait longer for help.',
  input: z.object({
    person: z
      .string('Please enter a username')
      .check(z.trim(), z.minLength(1, 'Please enter a username'), z.maxLength(60)),
    reason: z.optional(deskReason),
  }),
  output: one(deskAccount),
});

export const viewDeskConversation = operation({
  name: 'viewDeskConversation',
  ...looking,
  uses: ['accounts.read', 'cases.read', 'conversations.read', 'ledger.read', 'audit.append'],
  impact: 'Staff cannot look at conversations; people wait longer for help.',
  input: z.object({ conversationId: id(), reason: z.optional(deskReason) }),
  output: one(deskConversation),
});

const deciding = {
  method: 'POST',
  who: 'staff',
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR }],
} as const;
const AN_AMOUNT = 'Please enter an amount of dollars, such as 10.00';
const DECIDED_LATER = 'Staff cannot decide; people wait longer for decisions.';

/**
 * Decides a report, an appeal, or a refund that waits for a second person. UPHELD: the person who opened the case was right. An
 * upheld report names its deed; CONTENT_REMOVED names what is removed. An upheld appeal undoes a block. Refuses with
 * WRONG_STATUS what is decided already: `details` has who decided it, as `decidedBy` and `decidedAt`.
 */
export const decideCase = operation({
  name: 'decideCase',
  ...deciding,
  permissions: ['MODERATOR', 'FINANCE'],
  uses: [
    ...MOVES_MONEY,
    'cases.write',
    'chats.write',
    'chatPictures',
    'media',
    'audit.append',
    'subscriptions',
  ],
  impact: DECIDED_LATER,
  input: z.object({
    caseId: id(),
    outcome: z.enum(['UPHELD', 'REJECTED'], 'Please choose a decision'),
    deed: z.optional(z.enum(REPORT_DEEDS, 'Please choose what is done')),
    remove: z.optional(z.enum(REMOVABLE, 'Please choose what is removed')),
    /** What the people concerned read. */
    reason: deskReason,
  }),
  output: one(outcome),
});

/** Decides about a reported message whose payment is in review: the sender is refunded, or the platform keeps the money. */
export const decideReview = operation({
  name: 'decideReview',
  ...deciding,
  permissions: QUEUE_PERMISSIONS.REVIEWS,
  uses: [...MOVES_MONEY, 'audit.append'],
  impact: 'Payments of reported messages stay in review for longer.',
  input: z.object({
    conversationId: id(),
    outcome: z.enum(['REFUND', 'KEEP'], 'Please choose a decision'),
    reason: deskReason,
  }),
  output: one(outcome),
});

/**
 * Refunds a message to its sender in full. Above the stage's `refundAlone`, it opens a REFUND case instead, which a different
 * person decides: `caseId`. There is one for each message, so a rejected refund cannot be proposed again.
 */
export const refundConversation = operation({
  name: 'refundConversation',
  ...deciding,
  permissions: QUEUE_PERMISSIONS.REFUNDS,
  uses: [...MOVES_MONEY, 'cases.write', 'audit.append'],
  impact: 'Staff cannot refund payments; an operator still can.',
  input: z.object({
    conversationId: id(),
    /** Who bears a refund after an answer. */
    bearer: z.enum(['platform', 'recipient'], 'Please choose who bears it'),
    reason: deskReason,
  }),
  output: one(z.object({ ...outcome.shape, caseId: maybeText })),
});

/**
 * Refunds a part of the price of an answered message to its sender. The platform bears it, and the recipient keeps the earning.
 * It states what was given back before, so that a repeated request is no second part: with anything else it refuses with
 * WRONG_STATUS. If all parts together are above the stage's `refundAlone`, it opens a REFUND case instead, like refundConversation.
 */
export const refundConversationPart = operation({
  name: 'refundConversationPart',
  ...deciding,
  permissions: QUEUE_PERMISSIONS.REFUNDS,
  uses: [...MOVES_MONEY, 'cases.write', 'audit.append'],
  impact: 'Staff cannot refund a part of a payment; an operator still can, in Stripe’s dashboard.',
  input: z.object({
    conversationId: id(),
    /** Less than what is left. */
    amount: dollars(AN_AMOUNT).check(z.refine((amount) => amount > ZERO, AN_AMOUNT)),
    /** What was given back before, as the caller has seen it. */
    givenBack: dollars().check(z.refine((amount) => amount >= ZERO)),
    reason: deskReason,
  }),
  output: one(z.object({ ...outcome.shape, caseId: maybeText })),
});

/** Releases a payout that is held for a check. */
export const releaseHeldPayout = operation({
  name: 'releaseHeldPayout',
  ...deciding,
  permissions: QUEUE_PERMISSIONS.PAYOUTS,
  uses: ['accounts.write', 'events.append', 'audit.append'],
  impact: 'Payouts that are held for a check stay so until their hold ends.',
  input: z.object({ userId: id(), reason: deskReason }),
  output: one(outcome),
});

/** Blocks an account: its sessions end, and its pending paid messages end with a refund. The person gets a statement. */
export const deskBlockUser = operation({
  name: 'deskBlockUser',
  ...deciding,
  permissions: ['MODERATOR'],
  uses: [
    'accounts.write',
    'conversations.write',
    'ledger.append',
    'events.append',
    'audit.append',
    'subscriptions',
  ],
  impact: 'Staff cannot block an account that does harm; an operator still can.',
  input: z.object({ userId: id(), reason: deskReason }),
  output: one(outcome),
});

export const deskUnblockUser = operation({
  name: 'deskUnblockUser',
  ...deciding,
  permissions: ['MODERATOR'],
  uses: ['accounts.write', 'events.append', 'audit.append'],
  impact: 'Staff cannot unblock an account; an operator still can.',
  input: z.object({ userId: id(), reason: deskReason }),
  output: one(outcome),
});

/** Answers a help ticket as the support account. COMPLETED closes it. The audit says who answered. */
export const answerTicket = operation({
  name: 'answerTicket',
  ...deciding,
  idempotent: 'byKey',
  permissions: QUEUE_PERMISSIONS.TICKETS,
  uses: [...MOVES_MONEY, 'usernames.read', 'audit.append'],
  maxBodyBytes: LETTER_BODY,
  impact: 'Staff cannot answer help tickets; people wait longer.',
  input: z.object({
    conversationId: id(),
    messageBody: reply,
    conversationStatus: z.enum(['OPEN', 'COMPLETED']),
  }),
  output: one(outcome),
});

/** Adds a note to a case, which only staff read. */
export const addCaseNote = operation({
  name: 'addCaseNote',
  ...deciding,
  idempotent: 'byKey',
  permissions: PERMISSIONS,
  uses: ['cases.write', 'audit.append'],
  impact: 'Staff cannot leave notes for each other.',
  input: z.object({ caseId: id(), text: deskNote }),
  output: nothing,
});
