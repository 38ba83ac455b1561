import * as z from 'zod/mini';
import { ATTACHMENT_KINDS } from '../rules/attachments/attachments.ts';
import { MONEY_STATES, STATUSES } from '../rules/conversations/conversations.ts';
import { MESSAGE_KINDS } from '../rules/conversations/message-kinds.ts';
import { DECLARATIONS, RECORDING_TEXTS } from '../rules/conversations/written-by.ts';
import { CARE_DEEDS } from '../rules/desk/care.ts';
import { CASE_KINDS, CASE_SUBJECTS, STATEMENT_DEEDS } from '../rules/desk/cases.ts';
import { DECISION_KINDS } from '../rules/desk/decision-readers.ts';
import { REMOVABLE, REPORT_DEEDS } from '../rules/desk/decisions.ts';
import { PERMISSIONS, QUEUES, TILES } from '../rules/desk/permissions.ts';
import { PAYOUT_ACCOUNT_STATUSES, PAYOUT_STATUSES } from '../rules/payouts/payouts.ts';
import { BADGES } from '../rules/profiles/badge.ts';
import { dollars, moment } from '../wire.ts';
import { decisionEffect, deskLetter, deskPerson, reading, toldReader } from './desk-letters.ts';
import { licenseId } from './entities.ts';

/* What the desk shows, for staff. It is not in entities.ts, because no other screen loads it. docs/product/desk.md */

export const text = z.string();
export const maybeText = z.nullable(z.string());

export const maybePerson = z.nullable(deskPerson);

export const tile = z.enum(TILES);
const harm = z.int().check(z.minimum(1), z.maximum(3));

/** A tile of the desk that the caller sees. */
export const queueSummary = z.object({
  tile,
  /** The number of what waits; at most 100 are counted, and `more` says whether there are more. */
  count: z.int(),
  more: z.boolean(),
  /** Since when the oldest waits; null for an empty tile. */
  oldestAt: z.nullable(moment),
  /** The money of what is counted; null for a tile in which nothing has an amount. */
  amount: z.nullable(dollars()),
});

/** What an item of the desk is. */
export const ITEM_TYPES = ['CASE', 'CONVERSATION', 'PERSON'] as const;

/** Something that waits. What opens it depends on `type`: viewDeskCase, viewDeskConversation or viewDeskPerson with the `id`. */
export const queueItem = z.object({
  type: z.enum(ITEM_TYPES),
  /** The id of the case, the conversation or the account. */
  id: text,
  queue: z.enum(QUEUES),
  tile,
  /** 3 is the most harmful. */
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
  /** How many other people reported the same. */
  others: z.int(),
  /** For a proposed refund: who gets the money. */
  sender: maybePerson,
  /** For a held payout: until when. */
  until: z.nullable(moment),
  /** The member of staff who proposed what waits for a second person. */
  proposedBy: maybePerson,
  /** The colleague who has it open now; null if nobody has, or the caller. */
  openBy: maybePerson,
  /** The member of staff to whom it was handed. */
  handedTo: maybePerson,
  /** Whether the caller left it for later. */
  skipped: z.boolean(),
});

const caseDecision = z.object({
  by: maybePerson,
  at: moment,
  outcome: z.enum(['UPHELD', 'REJECTED']),
  reason: text,
  /** What an upheld report led to, and what was removed. */
  deed: z.nullable(z.enum([...REPORT_DEEDS, ...CARE_DEEDS])),
  remove: z.nullable(z.enum(REMOVABLE)),
});

/** The statement of reasons that somebody got. */
const deskStatement = z.object({
  id: text,
  at: moment,
  deed: z.enum(STATEMENT_DEEDS),
  /** The member of staff who decided it; null if an operator did. */
  by: maybePerson,
  /** The subject of the decision; null if it names none. */
  subject: z.nullable(z.enum(CASE_SUBJECTS)),
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
  /** The statements that are warnings, without those whose appeal was granted. */
  warnings: z.int(),
});

/** What was written in a conversation: the newest 100 messages, oldest first. The bodies are sanitized HTML. */
const conversationContent = z.object({
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
      /** How many files it has. */
      fileCount: z.optional(z.int()),
      /** Of an answer: who wrote it, what the browser counted, and when it was signed. The id leads to the page that checks it. */
      written: z.nullable(
        z.object({
          verificationId: text,
          declaration: z.nullable(z.enum(DECLARATIONS)),
          counts: z.nullable(z.object({ typed: z.int(), pasted: z.int(), minutes: z.int() })),
          recordingText: z.optional(z.enum(RECORDING_TEXTS)),
          signedAt: z.nullable(moment),
        }),
      ),
    }),
  ),
});

/** The files of a letter, the oldest first; those of a deleted account are gone. */
export const deskFiles = z.object({
  files: z.array(
    z.object({
      senderId: text,
      dateTimeSent: moment,
      kind: z.enum(ATTACHMENT_KINDS),
      name: text,
      bytes: z.int(),
      /** A link for 5 minutes. */
      url: z.url(),
    }),
  ),
});

export const deskCase = z.object({
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
  /** REPORT: who else reported the same, and what they wrote. They are decided with it. */
  others: z.array(z.object({ by: maybePerson, at: moment, reason: text, text })),
  notes: z.array(z.object({ by: maybePerson, at: moment, text })),
  /** The decision that a member of staff proposed, while it waits for a second person; null if none did. */
  proposal: z.nullable(z.omit(caseDecision, { remove: true })),
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
  /** By the value of a choice of the decision: why the rules refuse it now, and what else to know about it. */
  refused: z.record(z.string(), text),
  consequences: z.record(z.string(), text),
  /** By the value of a choice: that the caller can only propose it, and who reads the reason. */
  proposed: z.record(z.string(), text),
  /** By the value of a choice: what each reader of that decision would read. What the sides of a letter read is in `effects`. */
  reads: z.record(z.string(), z.array(reading)),
  /** CLAIM, REFUND: the paid letter that it is about; null for other cases. */
  letter: z.nullable(deskLetter),
  /** Who learned of the decision, and how; empty before it. */
  told: z.array(toldReader),
  /** By the outcome: what a decision about the money of the letter does, if the rules allow it now. */
  effects: z.record(z.string(), decisionEffect),
  /** CLAIM, REFUND: what was written, with the answer and its improvement; null without a `reason` of the caller. */
  written: z.nullable(conversationContent),
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

export const deskAccount = z.object({
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
  /** Why the caller may not act on them, in a sentence; null if they may. */
  obstacle: maybeText,
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
  /** Why the caller may not block the account, in a sentence; null if they may. */
  blockObstacle: maybeText,
  /** By `block`, `unblock` and `release`: that the caller can only propose it, and who reads the reason. */
  proposed: z.record(z.string(), text),
  /** By `block`, `unblock` and `release`: the proposal that waits for a second person, with who made it and who can decide it. */
  waiting: z.record(z.string(), z.object({ caseId: text, sentence: text })),
  /** Null without a `reason` of the caller. */
  privateData: z.nullable(
    z.object({
      phoneLastDigits: text,
      /** `name`: such as `Apple Pay, Visa 4242`. */
      card: z.nullable(z.object({ name: text })),
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

export const deskConversation = z.object({
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
  /**
   * Since when a help ticket waits for support: since it was sent, or since the first reply of its sender that support has not answered.
   * Null if it does not wait.
   */
  waitsSince: z.nullable(moment),
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
   * Why it cannot be refunded now, in a sentence: the rules refuse it, or a proposed refund or decision of its review waits for a
   * second person. Null if it can, or if Stripe is at work on it.
   */
  refundObstacle: maybeText,
  /** Up to this amount the caller refunds alone; above it a second person decides. */
  refundAlone: dollars(),
  /** What staff moved alone of it today (UTC), which counts against `refundAlone`. */
  movedToday: dollars(),
  /** The REFUND case in which a refund of it, or the decision of its review, was proposed, decided or not; null if none was. */
  refundCaseId: maybeText,
  /** By the value of a choice: why the rules refuse it now. */
  refused: z.record(z.string(), text),
  /** While its payment is in review, by the value of a choice: what each side would read of that decision. */
  reads: z.record(z.string(), z.array(reading)),
  /** Null without a `reason` of the caller. */
  content: z.nullable(conversationContent),
});
