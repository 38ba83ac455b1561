import type { viewDeskConversation } from '../../shared/api/desk.ts';
import type { Output } from '../../shared/api/operation.ts';
import { ZERO } from '../../shared/money.ts';
import type { Conversation, Person } from '../../shared/rules/conversations/conversations.ts';
import { isFree } from '../../shared/rules/conversations/counters.ts';
import { isInReview, refundManually } from '../../shared/rules/conversations/manual-refunds.ts';
import type { Case } from '../../shared/rules/desk/cases.ts';
import { obstacleTo } from '../../shared/rules/desk/obstacles.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Instant } from '../../shared/time.ts';
import { messagesOf } from '../storage/conversations/messages.ts';
import type { BookedEntry } from '../storage/ledger/ledger.ts';
import { entriesOfConversation } from '../storage/ledger/reconciliation.ts';
import type { TableReader } from '../storage/table.ts';
import { sidesOf } from './case-views.ts';
import { deskPeople, refundAloneOf, type StaffCall } from './desk-context.ts';
import { waitingProposalSentence } from './proposal-words.ts';

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
  const { table, now, sessionUser, settings } = call;
  const decisions = c.staffDecisions ?? [];
  const [ledger, person, refundObstacle] = await Promise.all([
    ledgerOfConversation(table, c),
    deskPeople(table, [...sidesOf(c), ...decisions.map(({ byUserId }) => byUserId)], now),
    refundObstacleOf(call, c, proposal),
  ]);
  const side = (one: Person) => person(one.id) ?? { ...one, profileImageUrl: null, blocked: false };
  const { money } = c;
  return {
    ...{ id: c.id, status: c.status, moneyState: money.state, ticket: isFree(c) },
    ...{ sender: side(c.sender), recipient: side(c.recipient), price: c.price },
    ...{ netEarnings: c.net ?? null, reasonCode: c.reasonCode ?? null },
    ...{ createdAt: c.createdAt, deadlineAt: c.deadlineAt, modifiedAt: c.modifiedAt },
    messageCount: c.messageCount,
    pendingAtStripe: money.owed ?? null,
    dispute: money.back?.dispute ?? null,
    givenBack: money.back?.gone ?? ZERO,
    stillOwed: money.unreturned?.amount ?? ZERO,
    inReview: isInReview(c),
    timeline: c.history.map(({ event, at, moneyState, amount = null }) => ({
      ...{ event, at, moneyState, amount },
    })),
    decisions: decisions.map(({ kind, byUserId, at, reason }) => ({
      ...{ kind, by: person(byUserId), at, reason },
    })),
    ledger: ledger.map(({ cause, at, postings }) => ({ cause, at, postings: [...postings] })),
    obstacle: obstacleTo(sessionUser.id, sidesOf(c)) ?? null,
    refundObstacle,
    refundAlone: refundAloneOf(settings),
    refundCaseId: proposal?.id ?? null,
  };
}

/** Why the message cannot be refunded: the rules refuse it, or a proposal waits for a second person. */
async function refundObstacleOf(
  call: Context,
  c: Conversation,
  proposal: Case | undefined,
): Promise<string | null> {
  const refused = refusedByRules(c, call.now);
  if (refused !== null || !proposal || proposal.decision) return refused;
  return waitingProposalSentence(call, proposal);
}

/** Why the rules refuse a refund. Null while a change is pending at Stripe, after which the reason may be gone. */
function refusedByRules(c: Conversation, now: Instant): string | null {
  if (c.money.owed) return null;
  const ruling = refundManually(c, 'platform', ZERO, now);
  return 'refused' in ruling ? ruling.refused : null;
}

const NEWEST = 100;

/** What was written in a conversation: the newest 100 messages, oldest first. The caller has recorded the reason in the audit. */
export async function contentOf(
  table: TableReader,
  c: Conversation,
): Promise<NonNullable<View['content']>> {
  const { messages, more } = await messagesOf(table, c.id, { limit: NEWEST });
  return {
    subject: c.subject,
    note: c.note ?? null,
    additionalInformation: c.additionalInformation ?? null,
    more,
    messages: messages.reverse().map(({ id, kind, senderId, body, sentAt }) => ({
      ...{ id, kind, senderId, body, dateTimeSent: sentAt },
    })),
  };
}
