import { type Cents, cents, plus, ZERO } from '../../money.ts';
import { DAY, type Instant, later } from '../../time.ts';

/*
 * Signs of cashing out a stolen card: a new account is paid with its own card, with one card from several accounts, or by
 * a single sender. Its first payout is then held for a check, once. The senders' payments are not affected.
 */

/** A paid answer. `card`: Stripe's fingerprint of the card that paid, if it is known. `earned`: in cents. */
export type PaidAnswer = {
  readonly senderId: string;
  readonly card?: string | undefined;
  readonly earned: Cents;
};

/**
 * The cash-out signs. OWN_CARD: the recipient's own card paid. SHARED_CARD: one card paid from several accounts. ONE_SENDER:
 * one sender paid all.
 */
const CASH_OUT_SIGNS = ['OWN_CARD', 'SHARED_CARD', 'ONE_SENDER'] as const;
export type CashOutSign = (typeof CASH_OUT_SIGNS)[number];

/**
 * The smallest sum of earnings, over the answers that show a sign, that causes a hold. Less is not worth using a stolen
 * card.
 */
const CASH_OUT_MIN_CENTS = cents(10_000);

/** How long an account counts as new after its first earning. */
const NEW_ACCOUNT_TIME = 60 * DAY;

/** How long a payout is held for a check, unless an operator releases it earlier. */
export const CASH_OUT_HOLD = 30 * DAY;

export const isNewAccount = (firstOwedAt: Instant, now: Instant): boolean =>
  now < later(firstOwedAt, NEW_ACCOUNT_TIME);

/** Whether these earnings, in cents, are enough for a sign. If all earnings of an account are not, it shows none. */
export const isEnoughForSign = (earnings: readonly Cents[]): boolean =>
  earnings.reduce((sum, earned) => plus(sum, earned), ZERO) >= CASH_OUT_MIN_CENTS;

/** Finds the signs in the paid answers of an account. `ownCard`: the fingerprint of the recipient's card on file. */
export function cashOutSigns(
  answers: readonly PaidAnswer[],
  ownCard: string | undefined,
): CashOutSign[] {
  const isEnough = (some: readonly PaidAnswer[]) =>
    isEnoughForSign(some.map(({ earned }) => earned));
  const known = answers.filter(({ card }) => card !== undefined);
  // In one pass, because an account may have many answers.
  const sendersOf = new Map<string | undefined, Set<string>>();
  for (const { card, senderId } of known)
    sendersOf.set(card, (sendersOf.get(card) ?? new Set()).add(senderId));
  const own = known.filter(({ card }) => card === ownCard);
  const shared = known.filter(({ card }) => (sendersOf.get(card)?.size ?? 0) > 1);
  const senders = new Set(answers.map(({ senderId }) => senderId));
  const signs: Readonly<Record<CashOutSign, boolean>> = {
    OWN_CARD: isEnough(own),
    SHARED_CARD: isEnough(shared),
    ONE_SENDER: senders.size === 1 && isEnough(answers),
  };
  return CASH_OUT_SIGNS.filter((sign) => signs[sign]);
}
