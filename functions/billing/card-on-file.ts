import { Refusal } from '../../shared/refusals.ts';
import { isPaid, type PaidPlan } from '../../shared/rules/billing/plans.ts';
import { refuseBlocked } from '../accounts/blocked-accounts.ts';
import type { CardStanding, Cards } from '../gateways/cards.ts';
import type { PaidCard } from '../gateways/paid-card.ts';
import { type InboundSettings, type User, userById } from '../storage/accounts/users.ts';
import { cardOnFile, prepareRegistration } from '../storage/billing/plans.ts';
import { customerOf } from './stripe-customer.ts';
import { bringTo, type PlanDesk } from './subscriptions.ts';

/*
 * The card on file. Whatever ends the process, the same request goes on where it stopped: the provider keeps one setup a
 * card, and between its default card and ours a renewal puts ours in place (webhooks/stripe/invoice-created.ts).
 */

type CardDesk = Pick<PlanDesk, 'table' | 'now'> & { readonly cards: Cards };

const REGISTERED = 'Your registration is finished. You can change your plan under Subscription.';

/**
 * Puts a card on file and makes it the one that pays from now on. Refuses with CARD_DECLINED, CARD_ACTION_REQUIRED (with
 * `clientSecret`; asked again after the bank's page, it goes on) or UNAVAILABLE; then the old card stays.
 */
export async function putOnFile(
  desk: CardDesk,
  userId: string,
  paymentMethodId: string,
): Promise<PaidCard> {
  const { table, cards, now } = desk;
  const before = await userById(table, userId, now);
  if (!before) throw new Refusal('NOT_FOUND');
  refuseBlocked(before);
  const customerId = await customerOf({ table, now, customers: cards }, before);
  const card = keptOrRefused(await cards.setUp({ userId, customerId, paymentMethodId }));
  await cards.makeDefault(customerId, card.id);
  if ((await table.write(cardOnFile(userId, card))) === 'CHANGED') throw new Refusal('NOT_FOUND');
  return card;
}

export type PaidRegistration = InboundSettings & {
  readonly license: PaidPlan;
  readonly creditCardName: string;
  readonly paymentMethodId: string;
};

/**
 * Completes a registration on a paid plan and returns the account. Price, commitment and card are saved first. The plan is
 * saved when the payment succeeds: by this request, a repeated one or Stripe's webhook. Refuses like `bringTo`, and with
 * WRONG_STATUS if the caller has a plan already.
 */
export async function registerOnPlan(
  desk: PlanDesk & CardDesk,
  userId: string,
  { license, creditCardName, paymentMethodId, ...settings }: PaidRegistration,
): Promise<User> {
  const { table, cards, now } = desk;
  const user = await userById(table, userId, now);
  if (!user) throw new Refusal('NOT_FOUND');
  refuseBlocked(user);
  // The answer to the first request was lost.
  if (isPaid(user.licenseId) && user.licenseId === license) return user;
  if (user.licenseId !== 'NONE') throw new Refusal('WRONG_STATUS', { message: REGISTERED });
  const customerId = await customerOf({ table, now, customers: cards }, user);
  const card = keptOrRefused(await cards.attach({ userId, customerId, paymentMethodId }));
  const named = { ...card, name: creditCardName };
  if ((await prepareRegistration(table, user, settings, named)) === 'CHANGED')
    throw new Refusal('UNAVAILABLE');
  return bringTo(desk, userId, license);
}

function keptOrRefused(standing: CardStanding): PaidCard {
  if (standing.is === 'kept') return standing.card;
  if (standing.is === 'declined')
    throw new Refusal('CARD_DECLINED', { message: standing.sentence });
  throw new Refusal('CARD_ACTION_REQUIRED', {
    message: 'Your bank wants you to confirm this card.',
    details: { clientSecret: standing.clientSecret },
  });
}
