import type { viewDeskConversation } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import { cents, ZERO } from '#shared/money.ts';
import type { Conversation, Person } from '#shared/rules/conversations/conversations.ts';
import { isFree } from '#shared/rules/conversations/counters.ts';
import {
  type OperatorDecision,
  refundManually,
  review,
} from '#shared/rules/conversations/manual-refunds.ts';
import { isInReview } from '#shared/rules/conversations/money-state.ts';
import { givenBackBefore } from '#shared/rules/conversations/part-refunds.ts';
import { ticketWaitsSince } from '#shared/rules/conversations/state-machine.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import { isDangerReason } from '#shared/rules/desk/harm.ts';
import type { Settings } from '#shared/settings.ts';
import type { Instant } from '#shared/time.ts';
import { caseById } from '../storage/desk/cases.ts';
import { movedAlone } from '../storage/desk/moved-money.ts';
import type { BookedEntry } from '../storage/ledger/ledger.ts';
import { entriesOfConversation } from '../storage/ledger/reconciliation.ts';
import type { TableReader } from '../storage/table.ts';
import { refusalIn } from './case-choices.ts';
import { reviewReadings } from './case-effects.ts';
import { sidesOf } from './case-views.ts';
import { obstacleToPeople } from './concerns.ts';
import { deskPeople, refundAloneOf, type StaffCall, unseenObstacle } from './desk-context.ts';
import { partRefundDecision, refundDecision } from './manual-decisions.ts';
import { waitingProposalSentence } from './proposal-words.ts';
import { reviewProposal } from './refund-proposals.ts';

/* The record of a conversation, as operators and staff at the desk look at it. */

type View = Output<typeof viewDeskConversation>['data'][number];
type Context = StaffCall & { readonly table: TableReader; readonly settings: Settings };

/** The ledger entries of a conversation, the oldest first; none for a free one. */
export async function ledgerOfConversation(
  table: TableReader,
  c: Conversation,
): Promise<BookedEntry[]> {
  const entries = c.price === ZERO ? [] : await entriesOfConversation(table, c);
  return entries.sort((one, other) => one.at - other.at);
}

/** The view of a conversation without its messages. `proposal`: the case of its refund, if one was proposed. */
export async function deskConversationView(
  call: Context,
  c: Conversation,
  proposal: Case | undefined,
): Promise<Omit<View, 'content'>> {
  const { table, now, settings, sessionUser } = call;
  const decisions = c.staffDecisions ?? [];
  const [ledger, person, obstacle, movedToday] = await Promise.all([
    ledgerOfConversation(table, c),
    deskPeople(table, [...sidesOf(c), ...decisions.map(({ byUserId }) => byUserId)], now),
    obstacleToPeople(table, sessionUser.id, sidesOf(c)),
    movedAlone(table, c.id, now),
  ]);
  // A member of staff who takes part in it does not see the case of its refund.
  const shown = sidesOf(c).includes(sessionUser.id)
    ? undefined
    : await proposalAbout(table, c, proposal);
  const refundObstacle = await refundObstacleOf(call, c, shown);
  const side = (one: Person) => person(one.id) ?? { ...one, profileImageUrl: null, blocked: false };
  const { money } = c;
  return {
    id: c.id,
    status: c.status,
    moneyState: money.state,
    ticket: isFree(c),
    sender: side(c.sender),
    recipient: side(c.recipient),
    price: c.price,
    netEarnings: c.net ?? null,
    reasonCode: c.reasonCode ?? null,
    createdAt: c.createdAt,
    deadlineAt: c.deadlineAt,
    modifiedAt: c.modifiedAt,
    messageCount: c.messageCount,
    waitsSince: ticketWaitsSince(c) ?? null,
    pendingAtStripe: money.owed ?? null,
    dispute: money.back?.dispute ?? null,
    givenBack: money.back?.gone ?? ZERO,
    stillOwed: money.unreturned?.amount ?? ZERO,
    inReview: isInReview(c),
    timeline: c.history.map(({ event, at, moneyState, amount = null }) => ({
      event,
      at,
      moneyState,
      amount,
    })),
    decisions: decisions.map(({ kind, byUserId, at, reason }) => ({
      kind,
      by: person(byUserId),
      at,
      reason,
    })),
    ledger: ledger.map(({ cause, at, postings }) => ({ cause, at, postings: [...postings] })),
    obstacle: obstacle ?? (await dangerObstacle(call, c)),
    refundObstacle,
    refused: await refusedOf(call, c),
    reads: await reviewReadings({ table, now }, c, person),
    refundAlone: refundAloneOf(settings),
    movedToday,
    refundCaseId: shown?.id ?? null,
  };
}

/** Why the caller may not decide about it, although nothing concerns them: they have not seen what is dangerous. */
async function dangerObstacle(call: Context, c: Conversation): Promise<string | null> {
  const isUnseen = isInReview(c) && isDangerReason(c.reasonCode);
  return (isUnseen ? await unseenObstacle(call, c.id) : undefined) ?? null;
}

/**
 * The reasons why the rules refuse a choice of a review or a refund now. Empty while a change is pending at Stripe, after which they may
 * be gone.
 */
async function refusedOf(call: Context, c: Conversation): Promise<Record<string, string>> {
  const { table, now, sessionUser } = call;
  if (c.money.owed || c.price === ZERO) return {};
  const smallest = { amount: cents(1), givenBack: givenBackBefore(c) };
  const rulings: Record<string, OperatorDecision> = isInReview(c)
    ? { KEEP: review(c, 'KEEP', now), REFUND: review(c, 'GIVE_BACK', now) }
    : {
        platform: await refundDecision({ table, now }, 'platform').rule(c),
        recipient: await refundDecision({ table, now }, 'recipient').rule(c),
        part: await partRefundDecision(now, smallest, sessionUser.id).rule(c),
      };
  return Object.fromEntries(
    Object.entries(rulings).flatMap(([choice, ruling]) => {
      const no = refusalIn(ruling);
      return no === undefined ? [] : [[choice, no]];
    }),
  );
}

/** The proposal about the money of a message. The one to keep a payment in review is another case than the one to refund it. */
async function proposalAbout(
  table: TableReader,
  c: Conversation,
  proposal: Case | undefined,
): Promise<Case | undefined> {
  if (!isInReview(c) || (proposal && !proposal.decision)) return proposal;
  return (await caseById(table, reviewProposal(c, 'KEEP').id)) ?? proposal;
}

/** Why the money cannot be decided: a proposal waits for a second person, or the rules refuse a refund. */
async function refundObstacleOf(
  call: Context,
  c: Conversation,
  proposal: Case | undefined,
): Promise<string | null> {
  const waiting = proposal && !proposal.decision ? proposal : undefined;
  const refused = refusedByRules(c, call.now);
  if (refused !== null && !isInReview(c)) return refused;
  return waiting ? waitingProposalSentence(call, waiting) : null;
}

/** Why the rules refuse a refund. Null while a change is pending at Stripe, after which the reason may be gone. */
function refusedByRules(c: Conversation, now: Instant): string | null {
  if (c.money.owed) return null;
  const ruling = refundManually(c, 'platform', ZERO, now);
  return 'refused' in ruling ? ruling.refused : null;
}
