import type Stripe from 'stripe';
import { settlePlanPayment } from '../../billing/plan-invoices.ts';
import type { PlanDesk } from '../../billing/subscriptions.ts';
import { type Desk, noteStanding, settleMoney } from '../../conversations/settle-payment.ts';
import type { PayoutDesk } from '../../payouts/payouts.ts';
import { conversationById } from '../../storage/conversations/conversations.ts';

/** Who applies events: to conversations, to the plans of people, and to what is paid out to them. */
export type NoticeDesk = Desk & PlanDesk & PayoutDesk;

/** Applies one kind of event. Events come late, twice and in any order, so it only says where to look. */
export type Notice = (event: Stripe.Event, desk: NoticeDesk) => Promise<void>;

/** Looks where the payment of a conversation stands now, and brings both together. */
export async function look(
  desk: Desk,
  conversationId: string | undefined,
  intentId: string,
): Promise<void> {
  const found = conversationId
    ? await conversationById(desk.table, conversationId, desk.now)
    : undefined;
  // Payments of other products on the same account, and of attempts that are long forgotten.
  if (!found || (found.money.intentId ?? intentId) !== intentId) return;
  const standing = await desk.payments.standing(intentId);
  const after = await noteStanding(desk, found.id, standing);
  if (after?.money.owed) await settleMoney(desk, after);
}

/** Looks at a payment that an event names, whatever it is of: a conversation, a plan, or another product. */
export async function lookAtPayment(desk: NoticeDesk, intentId: string): Promise<void> {
  const conversationId = await desk.payments.conversationOf(intentId);
  if (conversationId) await look(desk, conversationId, intentId);
  else await settlePlanPayment(desk, { intentId });
}

/** The payment intent that an event is about. */
export function lookAtIntent(event: Stripe.Event, desk: Desk): Promise<void> {
  const { id, metadata } = event.data.object as Stripe.PaymentIntent;
  return look(desk, metadata?.conversationId, id);
}
