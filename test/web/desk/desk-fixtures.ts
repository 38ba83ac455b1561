import type {
  viewDeskCase,
  viewDeskConversation,
  viewDeskPerson,
  viewDeskQueue,
} from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import { cents, ZERO } from '#shared/money.ts';
import { PERMISSIONS } from '#shared/rules/desk/permissions.ts';
import { DAY, HOUR, later, MINUTE } from '#shared/time.ts';
import type { CurrentUser } from '#web/api/current-user.ts';
import type { CareView } from '#web/features/desk/care/care-words.ts';
import { ana, ben, NOW } from '../screen-fixtures.ts';

/* Staff, and what the server answers them. */

export type DeskCase = Output<typeof viewDeskCase>['data'][number];
export type DeskConversation = Output<typeof viewDeskConversation>['data'][number];
export type DeskAccount = Output<typeof viewDeskPerson>['data'][number];
export type QueueItem = Output<typeof viewDeskQueue>['data'][number];

/** A member of staff with every permission. */
export const dana: CurrentUser = {
  ...ana,
  id: '01J0000000000000000000000D',
  fullName: 'Dana Desk',
  username: 'desk',
  permissionIds: [...PERMISSIONS],
};

export const personOf = ({ id, fullName, username }: CurrentUser) => ({
  id,
  fullName,
  username,
  profileImageUrl: null,
  blocked: false,
});

const record = {
  reportsBy: 0,
  reportsAgainst: 1,
  claimsBy: 0,
  claimsAgainst: 0,
  statements: 0,
  warnings: 0,
};

/** Ana's report of Ben's profile, five hours old. */
export const report: DeskCase = {
  id: '01J0000000000000000000000C',
  kind: 'REPORT',
  harm: 2,
  openedAt: later(NOW, -5 * HOUR),
  openedBy: personOf(ana),
  about: personOf(ben),
  reason: 'IMPERSONATION',
  subject: { type: 'PROFILE', id: ben.id, within: null },
  text: 'This is not him.',
  quoteCount: 1,
  quotes: null,
  notes: [],
  others: [],
  proposal: null,
  decision: null,
  statement: null,
  amount: null,
  part: null,
  obstacle: null,
  refused: {},
  consequences: {},
  proposed: {},
  reads: {},
  letter: null,
  effects: {},
  written: null,
  told: [],
  openedByRecord: record,
  aboutRecord: record,
};

const effect = { debt: ZERO, cost: ZERO, fee: ZERO };
const noOdds = { answered: 21, ended: 24, medianHours: 20 };
const letterOf = { sender: personOf(ana), recipient: personOf(ben) };

/** Ana’s claim about Ben’s answer for $20.00, which he contests. */
export const claimCase: DeskCase = {
  ...report,
  kind: 'CLAIM',
  harm: 1,
  reason: 'NOT_ADDRESSED',
  text: 'It names no tax.',
  amount: cents(2_000),
  subject: { type: 'CONVERSATION', id: '01J0000000000000000000000M', within: null },
  letter: {
    ...letterOf,
    id: '01J0000000000000000000000M',
    price: cents(2_000),
    net: cents(1_860),
    frozen: cents(1_860),
    sentAt: later(NOW, -72 * HOUR),
    answeredAt: later(NOW, -46 * HOUR),
    alone: cents(5_000),
    paidLetters: 5,
    odds: { ...noOdds, answered: 22 },
    claim: {
      at: later(NOW, -40 * HOUR),
      improvedAt: null,
      contest: { by: personOf(ben), at: later(NOW, -5 * HOUR), text: 'I said how much.' },
    },
  },
  effects: {
    UPHELD: {
      ...effect,
      card: cents(2_000),
      balance: cents(-1_860),
      fee: cents(-140),
      odds: noOdds,
      reads: [
        {
          person: personOf(ana),
          deed: 'CLAIM_UPHELD',
          facts: 'We refund all $20.00 to your card.',
          appealUntil: null,
          notifications: [
            { title: 'Your claim was upheld', body: 'Your money is on its way back.' },
          ],
        },
        {
          person: personOf(ben),
          deed: 'EARNING_REVERSED',
          facts: 'The $18.60 that you earned for it is taken back.',
          appealUntil: later(NOW, 180 * DAY),
          notifications: [{ title: 'A decision about your account', body: 'Open it.' }],
        },
      ],
    },
    REJECTED: {
      ...effect,
      card: ZERO,
      balance: cents(1_860),
      odds: { ...noOdds, answered: 22 },
      reads: [
        {
          person: personOf(ana),
          deed: 'CLAIM_REJECTED',
          facts: 'The answer stands.',
          appealUntil: null,
          notifications: [],
        },
      ],
    },
  },
};

/** What was written in the letter of the claim. */
export const claimedLetter: NonNullable<DeskCase['written']> = {
  subject: 'Tax of a pension',
  note: null,
  additionalInformation: null,
  more: false,
  messages: [
    {
      id: 'M1',
      kind: 'QUESTION',
      senderId: ana.id,
      body: '<p>What do I pay?</p>',
      dateTimeSent: later(NOW, -72 * HOUR),
      written: null,
    },
    {
      id: 'M2',
      kind: 'PAID_RESPONSE',
      senderId: ben.id,
      body: '<p>There is a tax.</p>',
      dateTimeSent: later(NOW, -46 * HOUR),
      written: {
        verificationId: 'V1',
        declaration: 'SELF',
        counts: { typed: 400, pasted: 12, minutes: 10 },
        signedAt: NOW,
      },
    },
    {
      id: 'M3',
      kind: 'IMPROVED_ANSWER',
      senderId: ben.id,
      body: '<p>It is ten percent.</p>',
      dateTimeSent: later(NOW, -40 * HOUR),
      written: null,
    },
  ],
};

const inList: Omit<QueueItem, 'id' | 'harm' | 'since' | 'reason' | 'openedBy' | 'about'> = {
  type: 'CASE',
  queue: 'REPORTS',
  tile: 'REPORTS',
  subjectType: 'PROFILE',
  amount: null,
  others: 0,
  sender: null,
  until: null,
  proposedBy: null,
  openBy: null,
  handedTo: null,
  skipped: false,
};

/** The report in the list, and another one. */
export const queueItems: QueueItem[] = [
  {
    ...inList,
    id: report.id,
    harm: 2,
    since: report.openedAt,
    reason: report.reason,
    openedBy: personOf(ana),
    about: personOf(ben),
  },
  {
    ...inList,
    id: '01J000000000000000000000C2',
    harm: 1,
    since: NOW,
    reason: 'OTHER',
    subjectType: 'GROUP',
    openedBy: personOf(ben),
    about: null,
  },
];

/** Ana's message to Ben, which he answered for $25.00. */
export const answered: DeskConversation = {
  id: '01J0000000000000000000000M',
  status: 'COMPLETED',
  moneyState: 'CHARGED',
  ticket: false,
  sender: personOf(ana),
  recipient: personOf(ben),
  price: cents(2_500),
  netEarnings: cents(2_200),
  reasonCode: null,
  createdAt: NOW,
  deadlineAt: NOW,
  modifiedAt: NOW,
  messageCount: 2,
  pendingAtStripe: null,
  dispute: null,
  givenBack: ZERO,
  stillOwed: ZERO,
  inReview: false,
  timeline: [],
  ledger: [],
  decisions: [],
  obstacle: null,
  refundObstacle: null,
  refundAlone: cents(5_000),
  movedToday: ZERO,
  waitsSince: null,
  refundCaseId: null,
  refused: {},
  reads: {},
  content: null,
};

/** Ben's account. */
export const deskAccount: DeskAccount = {
  ...personOf(ben),
  createdAt: NOW,
  lastSeenAt: NOW,
  verified: true,
  blockedAt: null,
  deletedAt: null,
  permissionIds: [],
  plan: 'STARTER',
  planRenewsAt: null,
  planEndsAt: null,
  badge: 'NONE',
  paidResponsePrice: cents(500),
  paidResponseCommitment: 10,
  answeredCount: 0,
  endedCount: 0,
  balance: ZERO,
  debt: ZERO,
  totalEarnings: ZERO,
  heldUntil: null,
  heldFor: [],
  obstacle: null,
  blockObstacle: null,
  proposed: {},
  waiting: {},
  statements: [],
  record,
  cases: [],
  inboxCount: 0,
  inbox: [],
  ordersCount: 0,
  orders: [],
  privateData: null,
};

/** Ana's report of a letter by Ben, who may be in danger. */
export const dangerCase: DeskCase = {
  ...report,
  harm: 3,
  reason: 'SUICIDE_SELFINJURY',
  text: 'Please look after him.',
  subject: {
    type: 'MESSAGE',
    id: '01J0000000000000000000000M',
    within: '01J000000000000000000000CC',
  },
};
/** What the case of Ben's safety shows before anything of it was looked at. */
export const careView: CareView = {
  firstName: 'Ben',
  letter: {
    id: '01J000000000000000000000CC',
    to: personOf(ana),
    price: cents(2_000),
    moneyState: 'RELEASED',
    returnedAt: later(NOW, -26 * MINUTE),
  },
  wrote: null,
  before: { letters: [], reports: 0 },
  here: { lastSeenAt: null, phoneConfirmed: true, country: 'US', gone: false },
  written: [],
  steps: { personOnDuty: 'Mara', steps: ['Call her.', 'Read it together.'] },
  emergencyObstacle: 'Your operator has not set this up.',
  message: 'Hello Ben, call or text 988, day and night.',
  helpLine: { name: '988', address: 'tel:988' },
  passOn: null,
};
