import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { ZERO } from '../money.ts';
import { reply } from '../rules/conversations/messages.ts';
import { deskNote, deskReason, REMOVABLE, REPORT_DEEDS } from '../rules/desk/decisions.ts';
import { PERMISSIONS, QUEUE_PERMISSIONS } from '../rules/desk/permissions.ts';
import { dollars } from '../wire.ts';
import {
  deskAccount,
  deskCase,
  deskConversation,
  deskFiles,
  maybeText,
  queueItem,
  queueSummary,
  text,
  tile,
} from './desk-entities.ts';
import { MOVES_MONEY } from './moves-money.ts';
import { all, LETTER_BODY, nothing, one, operation } from './operation.ts';
import { ACTS_ON_PEOPLE, deciding, looking, SEES_CASES } from './staff-operations.ts';

/*
 * The desk, for staff. Its entities are in desk-entities.ts.
 *
 * Every look at private content has a reason, which is written to the audit before the response: operations with an optional
 * `reason` leave that content out (null) without it. They are POST, so that no reason is in an address. docs/product/desk.md
 */

/** The result of a decision, in a sentence for the member of staff. */
const outcome = z.object({ message: text });

/** The tiles of the desk, each with the number, the money and the age of what it holds. */
export const viewDeskQueues = operation({
  name: 'viewDeskQueues',
  ...looking,
  method: 'GET',
  uses: [...SEES_CASES, 'queues.read'],
  impact: 'Staff cannot see what waits for a decision; nothing is lost, but it is decided later.',
  input: nothing,
  output: all(queueSummary),
});

/**
 * A page of everything that the caller can decide, or of a tile: the most harmful first, then the oldest. Refuses with FORBIDDEN a tile of
 * others.
 */
export const viewDeskQueue = operation({
  name: 'viewDeskQueue',
  ...looking,
  method: 'GET',
  uses: [...SEES_CASES, 'queues.read'],
  impact: 'Staff cannot see what waits for a decision; nothing is lost, but it is decided later.',
  input: z.object({
    tile: z.optional(tile),
    cursor: z.optional(z.string().check(z.maxLength(1_000))),
  }),
  output: z.object({ data: z.array(queueItem), cursor: z.optional(text) }),
});

export const viewDeskCase = operation({
  name: 'viewDeskCase',
  ...looking,
  uses: [
    ...SEES_CASES,
    'cases.write',
    'odds.read',
    'devices.read',
    'emailReceipts.read',
    'textReceipts.read',
    'audit.append',
    'hashKey',
  ],
  impact: 'Staff cannot look at cases; people wait longer for decisions.',
  input: z.object({ caseId: id(), reason: z.optional(deskReason) }),
  output: one(deskCase),
});

/** An account, found by its id, or by its current or former username. */
export const viewDeskPerson = operation({
  name: 'viewDeskPerson',
  ...looking,
  uses: [...SEES_CASES, 'cases.write', 'usernames.read', 'audit.append'],
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
  uses: [...SEES_CASES, 'cases.write', 'ledger.read', 'audit.append'],
  impact: 'Staff cannot look at conversations; people wait longer for help.',
  input: z.object({ conversationId: id(), reason: z.optional(deskReason) }),
  output: one(deskConversation),
});

/**
 * The files of a letter that is reported or claimed, or that a case is about. That they were opened is in the audit, and on the letter for
 * both of its people, before the response. Refuses with FORBIDDEN any other letter.
 */
export const viewDeskFiles = operation({
  name: 'viewDeskFiles',
  ...looking,
  uses: [
    ...SEES_CASES,
    'conversations.write',
    'attachments.read',
    'attachmentFiles.link',
    'audit.append',
  ],
  impact: 'Staff cannot see the pictures and PDFs of reported letters; their texts can be seen.',
  input: z.object({
    conversationId: id(),
    /** A case about it, of a letter that was not reported or claimed as a whole. */
    caseId: z.optional(id()),
    reason: deskReason,
  }),
  output: one(deskFiles),
});

const AN_AMOUNT = 'Please enter an amount of dollars, such as 10.00';
const DECIDED_LATER = 'Staff cannot decide; people wait longer for decisions.';

/**
 * Decides a report, an appeal, or what waits for a second person. UPHELD: the person who opened the case was right. An
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
    'publicAnswers.write',
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

/**
 * Decides about a reported message whose payment is in review: the sender is refunded, or the platform keeps the money. Above the
 * stage's `refundAlone` it is proposed to a second person, as in every door of the desk that moves money.
 */
export const decideReview = operation({
  name: 'decideReview',
  ...deciding,
  permissions: QUEUE_PERMISSIONS.REVIEWS,
  uses: [...MOVES_MONEY, 'cases.write', 'chats.read', 'audit.append'],
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
  uses: [...MOVES_MONEY, 'cases.write', 'chats.read', 'audit.append'],
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
  uses: [...MOVES_MONEY, 'cases.write', 'chats.read', 'audit.append'],
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
  uses: [...ACTS_ON_PEOPLE, 'accounts.write', 'events.append', 'audit.append'],
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
    'cases.write',
    'chats.read',
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
  uses: [...ACTS_ON_PEOPLE, 'accounts.write', 'events.append', 'audit.append'],
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
  uses: [...MOVES_MONEY, 'cases.read', 'chats.read', 'usernames.read', 'audit.append'],
  maxBodyBytes: LETTER_BODY,
  impact: 'Staff cannot answer help tickets; people wait longer.',
  input: z.object({
    conversationId: id(),
    messageBody: reply,
    conversationStatus: z.enum(['OPEN', 'COMPLETED']),
  }),
  output: one(outcome),
});

/**
 * Withdraws what the caller proposed to a second person, while no one has decided it. Refuses with FORBIDDEN the proposal of somebody
 * else, and with WRONG_STATUS what is decided already.
 */
export const withdrawProposal = operation({
  name: 'withdrawProposal',
  ...deciding,
  permissions: ['MODERATOR', 'FINANCE'],
  uses: [...SEES_CASES, 'cases.write', 'audit.append'],
  impact: 'Staff cannot withdraw a proposal; a second person can still reject it.',
  input: z.object({ caseId: id() }),
  output: one(outcome),
});

/** Adds a note to a case, which only staff read. */
export const addCaseNote = operation({
  name: 'addCaseNote',
  ...deciding,
  idempotent: 'byKey',
  permissions: PERMISSIONS,
  uses: [...SEES_CASES, 'cases.write', 'audit.append', 'hashKey'],
  impact: 'Staff cannot leave notes for each other.',
  input: z.object({ caseId: id(), text: deskNote }),
  output: nothing,
});
