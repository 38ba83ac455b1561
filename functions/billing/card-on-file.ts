import { Refusal } from '#shared/refusals.ts';
import { isPaid, type PaidPlan } from '#shared/rules/billing/plans.ts';
import { refuseBlockedAccount } from '../accounts/blocked-accounts.ts';
import type { CardDetails } from '../gateways/card-details.ts';
import type { CardSetupStatus, Cards } from '../gateways/cards.ts';
import { type InboundSettings, type User, userById } from '../storage/accounts/users.ts';
import { cardOnFile, cardRestored, prepareRegistration } from '../storage/billing/plans.ts';
import { customerOf } from './stripe-customer.ts';
import {
  moveToPlan,
  type PlanContext,
  refuseCardThatNeedsSheet,
  refuseUnreachablePlan,
  upgrade,
} from './subscriptions.ts';
import type { ShownPrice } from './upgrade-price.ts';

/*
 * The card on file. After a crash on any line, the same request continues where it stopped: Stripe has one SetupIntent per
 * card. If Stripe's default card and ours differ, the next renewal sets ours (webhooks/stripe/invoice-created.ts).
 */

type CardContext = Pick<PlanContext, 'table' | 'now'> & { readonly cards: Cards };

const REGISTERED = 'Your registration is finished. You can change your plan under Subscription.';

/**
 * Saves a card as the card on file, which pays from now on. Refuses with CARD_DECLINED, CARD_ACTION_REQUIRED (with
 * `clientSecret`; repeat the call after the confirmation) or UNAVAILABLE; then the old card stays.
 */
export async function saveCardOnFile(
  context: CardContext,
  userId: string,
  paymentMethodId: string,
): Promise<CardDetails> {
  const { table, cards, now } = context;
  const before = await userById(table, userId, now);
  if (!before) throw new Refusal('NOT_FOUND');
  refuseBlockedAccount(before);
  const customerId = await customerOf({ table, now, customers: cards }, before);
  const card = cardOrRefusal(await cards.setUp({ userId, customerId, paymentMethodId }));
  await cards.makeDefault(customerId, card.id);
  if ((await table.write(cardOnFile(userId, card))) === 'CHANGED') throw new Refusal('NOT_FOUND');
  return card;
}

export type PaidRegistration = InboundSettings & {
  readonly license: PaidPlan;
  /** The name that was typed with the card; absent for a wallet, which tells none. */
  readonly creditCardName?: string | undefined;
  readonly paymentMethodId: string;
};

/**
 * Completes a registration on a paid plan and returns the account. Price, commitment and card are saved first. The plan is
 * saved when the payment succeeds: by this request, a repeated one or Stripe's webhook. Refuses like `moveToPlan`, and with
 * WRONG_STATUS if the caller has a plan already.
 */
export async function registerOnPlan(
  context: PlanContext & CardContext,
  userId: string,
  { license, creditCardName, paymentMethodId, ...settings }: PaidRegistration,
): Promise<User> {
  const { table, cards, now } = context;
  const user = await userById(table, userId, now);
  if (!user) throw new Refusal('NOT_FOUND');
  refuseBlockedAccount(user);
  // This is a repeated request: the response to the first one was lost.
  if (isPaid(user.licenseId) && user.licenseId === license) return user;
  if (user.licenseId !== 'NONE') throw new Refusal('WRONG_STATUS', { message: REGISTERED });
  const customerId = await customerOf({ table, now, customers: cards }, user);
  const card = cardOrRefusal(await cards.attach({ userId, customerId, paymentMethodId }));
  refuseCardThatNeedsSheet(card);
  const named = creditCardName === undefined ? card : { ...card, name: creditCardName };
  const prepared = await prepareRegistration(table, user, settings, named);
  if (prepared === 'CHANGED') throw new Refusal('UNAVAILABLE');
  return moveToPlan(context, userId, license, { known: prepared });
}

export type UpgradeWithNewCard = {
  readonly wanted: PaidPlan;
  readonly paymentMethodId: string;
  readonly shown: ShownPrice | undefined;
};

/**
 * Upgrades a plan with a card that was chosen just now, in the sheet of a wallet. It is saved as the card on file first, so that
 * renewals are charged to what is named there. If it does not pay, the card before is saved again; a process that dies in between leaves
 * the new card on file, and nothing is charged. While the bank asks about the payment, the new card stays. Refuses like `upgrade`.
 */
export async function upgradeWithNewCard(
  context: PlanContext & CardContext,
  userId: string,
  { wanted, paymentMethodId, shown }: UpgradeWithNewCard,
): Promise<User> {
  const { table, cards, now } = context;
  const before = await userById(table, userId, now);
  if (!before) throw new Refusal('NOT_FOUND');
  refuseBlockedAccount(before);
  refuseUnreachablePlan(before, wanted);
  const customerId = await customerOf({ table, now, customers: cards }, before);
  const card = cardOrRefusal(await cards.attach({ userId, customerId, paymentMethodId }));
  refuseCardThatNeedsSheet(card);
  if ((await table.write(cardOnFile(userId, card))) === 'CHANGED') throw new Refusal('NOT_FOUND');
  try {
    return await upgrade(context, userId, wanted, shown);
  } catch (fault) {
    const isUnpaid =
      fault instanceof Refusal &&
      (fault.code === 'CARD_DECLINED' || fault.code === 'PRICE_CHANGED');
    if (isUnpaid && before.card?.id !== card.id)
      await table.write(cardRestored(userId, card.id, before.card));
    throw fault;
  }
}

function cardOrRefusal(status: CardSetupStatus): CardDetails {
  if (status.is === 'kept') return status.card;
  if (status.is === 'declined') throw new Refusal('CARD_DECLINED', { message: status.sentence });
  throw new Refusal('CARD_ACTION_REQUIRED', {
    message: 'Your bank wants you to confirm this card.',
    details: { clientSecret: status.clientSecret },
  });
}
