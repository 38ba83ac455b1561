import { type Fact, readFact } from '../../shared/domain-events.ts';
import { newId } from '../../shared/ids.ts';
import type { Cents } from '../../shared/money.ts';
import type { Change, Conversation } from '../../shared/rules/conversations/conversations.ts';
import { DAY, type Instant, later, toSeconds } from '../../shared/time.ts';
import { requestId } from '../request-id.ts';
import { FACT_PREFIX, factKey } from './keys.ts';
import { put, type Step } from './table.ts';

/** The stream has carried a fact on long before this; it is kept that long for questions. */
const KEPT = 7 * DAY;

/** Writes a fact, in the transaction of what it tells of, with the request that wrote it. */
export function tell(fact: Fact): Step<never> {
  const at = fact.at as Instant;
  const stored = { ...fact, causedBy: requestId() };
  return put({ ...factKey(fact.id), fact: stored, expiresAt: toSeconds(later(at, KEPT)) });
}

/** The fact that a step of a conversation tells. */
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

/** The fact that somebody has a name to be found by, for the transaction that gives it to them. */
export function namedFact(userId: string, now: Instant): Fact<'user.named'> {
  return { id: newId(now), type: 'user.named', at: now, detail: { userId } };
}

/** What became of the plan that a person was on, for the transaction in which it does. */
export const planFact = (
  type: 'plan.renewalFailed' | 'plan.ended',
  { id: userId, licenseId: plan }: { readonly id: string; readonly licenseId: string },
  now: Instant,
): Fact => readFact({ id: newId(now), type, at: now, detail: { userId, plan } });

type PayoutOutcome = { readonly userId: string; readonly period: string; readonly amount: Cents };

/** What became of the payout of a person, for the transaction in which it does. */
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

/** The fact in an item of the table, or undefined when the item is something else. */
export function factIn(item: Readonly<Record<string, unknown>>): Fact | undefined {
  return String(item.pk).startsWith(FACT_PREFIX) ? readFact(item.fact) : undefined;
}
