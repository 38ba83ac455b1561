import { type Fact, readFact } from '../../shared/domain-events.ts';
import { newId } from '../../shared/ids.ts';
import type { Cents } from '../../shared/money.ts';
import type { Change, Conversation } from '../../shared/rules/conversations/conversations.ts';
import { DAY, type Instant, later, toSeconds } from '../../shared/time.ts';
import { requestId } from '../request-id.ts';
import { FACT_PREFIX, factKey } from './keys.ts';
import { put, type Step } from './table.ts';

/** How long a published event stays in the table, for inspection. The stream has delivered it long before. */
const KEPT = 7 * DAY;

/**
 * The step that stores an event in the outbox, with the id of the current request. It is part of the transaction that the
 * event describes; publishFacts then sends the event to the bus.
 */
export function tell(fact: Fact): Step<never> {
  const at = fact.at as Instant;
  const stored = { ...fact, causedBy: requestId() };
  return put({ ...factKey(fact.id), fact: stored, expiresAt: toSeconds(later(at, KEPT)) });
}

/** Makes the domain event of a transition of a conversation. */
export function factOf(
  { id, sender, recipient, reasonCode }: Conversation,
  { type, byUserId, amountCents }: NonNullable<Change['fact']>,
  now: Instant,
): Fact {
  return readFact({
    id: newId(now),
    type,
    at: now,
    detail: {
      conversationId: id,
      senderId: sender.id,
      recipientId: recipient.id,
      reasonCode,
      byUserId,
      amountCents,
    },
  });
}

/**
 * Makes the event that the search index has to follow: an account got or changed its names, or became public, blocked or
 * unblocked.
 */
export function namedFact(userId: string, now: Instant): Fact<'user.named'> {
  return { id: newId(now), type: 'user.named', at: now, detail: { userId } };
}

/** Makes the event of a failed renewal or of the end of a plan. */
export const planFact = (
  type: 'plan.renewalFailed' | 'plan.ended',
  { id: userId, licenseId: plan }: { readonly id: string; readonly licenseId: string },
  now: Instant,
): Fact => readFact({ id: newId(now), type, at: now, detail: { userId, plan } });

type PayoutOutcome = { readonly userId: string; readonly period: string; readonly amount: Cents };

/** Makes the event of a payout. */
export function payoutFact(
  type: 'payout.waiting' | 'payout.paid' | 'payout.failed',
  { userId, period, amount }: PayoutOutcome,
  now: Instant,
): Fact {
  return readFact({
    id: newId(now),
    type,
    at: now,
    detail: { userId, period, amountCents: amount },
  });
}

/** Returns the domain event in an item of the table; undefined for other items. */
export function factIn(item: Readonly<Record<string, unknown>>): Fact | undefined {
  return String(item.pk).startsWith(FACT_PREFIX) ? readFact(item.fact) : undefined;
}
