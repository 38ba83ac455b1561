import type {
  viewDeskCase,
  viewDeskConversation,
  viewDeskPerson,
  viewDeskQueue,
} from '../../../shared/api/desk.ts';
import type { Output } from '../../../shared/api/operation.ts';
import { cents, ZERO } from '../../../shared/money.ts';
import { PERMISSIONS } from '../../../shared/rules/desk/permissions.ts';
import { HOUR, later } from '../../../shared/time.ts';
import type { CurrentUser } from '../../../web/src/api/current-user.ts';
import { ana, ben, NOW } from '../screen-fixtures.ts';

/* Staff, and what the server answers them. */

export type DeskCase = Output<typeof viewDeskCase>['data'][number];
export type DeskConversation = Output<typeof viewDeskConversation>['data'][number];
export type DeskAccount = Output<typeof viewDeskPerson>['data'][number];
export type QueueItem = Output<typeof viewDeskQueue>['data'][number];

/** A member of staff with every permission. */
export const dana: CurrentUser = {
  ...ana,
  ...{ id: '01J0000000000000000000000D', fullName: 'Dana Desk', username: 'desk' },
  permissionIds: [...PERMISSIONS],
};

export const personOf = ({ id, fullName, username }: CurrentUser) => ({
  ...{ id, fullName, username, profileImageUrl: null, blocked: false },
});

const record = { reportsBy: 0, reportsAgainst: 1, claimsBy: 0, claimsAgainst: 0, statements: 0 };

/** Ana's report of Ben's profile, five hours old. */
export const report: DeskCase = {
  ...{ id: '01J0000000000000000000000C', kind: 'REPORT', harm: 2, openedAt: later(NOW, -5 * HOUR) },
  ...{ openedBy: personOf(ana), about: personOf(ben), reason: 'IMPERSONATION' },
  subject: { type: 'PROFILE', id: ben.id, within: null },
  ...{ text: 'This is not him.', quoteCount: 1, quotes: null, notes: [] },
  ...{ proposal: null, decision: null, statement: null, amount: null, part: null, obstacle: null },
  ...{ refused: {}, consequences: {}, proposed: {}, claim: null },
  ...{ openedByRecord: record, aboutRecord: record },
};

/** The report in its queue, and another one. */
export const queueItems: QueueItem[] = [
  {
    ...{ type: 'CASE', id: report.id, harm: 2, since: report.openedAt, reason: report.reason },
    ...{ subjectType: 'PROFILE', openedBy: personOf(ana), about: personOf(ben), amount: null },
  },
  {
    ...{ type: 'CASE', id: '01J000000000000000000000C2', harm: 1, since: NOW, reason: 'OTHER' },
    ...{ subjectType: 'GROUP', openedBy: personOf(ben), about: null, amount: null },
  },
];

/** Ana's message to Ben, which he answered for $25.00. */
export const answered: DeskConversation = {
  ...{ id: '01J0000000000000000000000M', status: 'COMPLETED', moneyState: 'CHARGED' },
  ...{ ticket: false, sender: personOf(ana), recipient: personOf(ben), price: cents(2_500) },
  ...{ netEarnings: cents(2_200), reasonCode: null, createdAt: NOW, deadlineAt: NOW },
  ...{ modifiedAt: NOW, messageCount: 2, pendingAtStripe: null, dispute: null },
  ...{ givenBack: ZERO, stillOwed: ZERO, inReview: false, timeline: [], ledger: [], decisions: [] },
  ...{
    obstacle: null,
    refundObstacle: null,
    refundAlone: cents(5_000),
    movedToday: ZERO,
    waitsSince: null,
    refundCaseId: null,
    refused: {},
    content: null,
  },
};

/** Ben's account. */
export const deskAccount: DeskAccount = {
  ...personOf(ben),
  ...{ createdAt: NOW, lastSeenAt: NOW, verified: true, blockedAt: null, deletedAt: null },
  ...{ permissionIds: [], plan: 'STARTER', planRenewsAt: null, planEndsAt: null, badge: 'NONE' },
  ...{ paidResponsePrice: cents(500), paidResponseCommitment: 10, answeredCount: 0, endedCount: 0 },
  ...{ balance: ZERO, debt: ZERO, totalEarnings: ZERO, heldUntil: null, heldFor: [] },
  ...{
    obstacle: null,
    blockObstacle: null,
    proposed: {},
    waiting: {},
    statements: [],
    record,
    cases: [],
  },
  ...{ inboxCount: 0, inbox: [], ordersCount: 0, orders: [], privateData: null },
};
