import { type Cents, cents, plus, ZERO } from '../money.ts';
import { DAY, type Instant, later } from '../time.ts';

/*
 * What looks like cashing out a stolen card: somebody new who is paid by their own card, by one card under several names, or
 * by one stranger alone. Their payout is held for a check, once; their senders' money follows its own rules as ever.
 */

/** An answer that earned, as far as it matters here. `card`: the card's fingerprint at the provider, where it is known. */
export type PaidAnswer = {
  readonly senderId: string;
  readonly card?: string | undefined;
  readonly earned: Cents;
};

/** OWN_CARD: paid by the recipient's own card. SHARED_CARD: one card paid from several accounts. ONE_SENDER: nobody else paid. */
export const CASH_OUT_SIGNS = ['OWN_CARD', 'SHARED_CARD', 'ONE_SENDER'] as const;
export type CashOutSign = (typeof CASH_OUT_SIGNS)[number];

/** Below this a stolen card is not worth the trouble, and nobody's payout is held. Of what a sign speaks of. */
export const CASH_OUT_LEAST = cents(10_000);

/** How long an account is new, from when it was first owed something. */
export const CASH_OUT_NEW = 60 * DAY;

/** How long a payout is held for a check, unless an operator releases it before. */
export const CASH_OUT_HOLD = 30 * DAY;

export const isNewEarner = (firstOwedAt: Instant, now: Instant): boolean =>
  now < later(firstOwedAt, CASH_OUT_NEW);

/** What speaks for a check. `ownCard`: the fingerprint of the recipient's card on file. */
export function cashOutSigns(
  answers: readonly PaidAnswer[],
  ownCard: string | undefined,
): CashOutSign[] {
  const isMuch = (some: readonly PaidAnswer[]) =>
    plus(ZERO, ...some.map(({ earned }) => earned)) >= CASH_OUT_LEAST;
  const own = answers.filter(({ card }) => card !== undefined && card === ownCard);
  const shared = answers.filter(({ card, senderId }) =>
    answers.some((one) => card !== undefined && one.card === card && one.senderId !== senderId),
  );
  const senders = new Set(answers.map(({ senderId }) => senderId));
  const signs: Readonly<Record<CashOutSign, boolean>> = {
    OWN_CARD: isMuch(own),
    SHARED_CARD: isMuch(shared),
    ONE_SENDER: senders.size === 1 && isMuch(answers),
  };
  return CASH_OUT_SIGNS.filter((sign) => signs[sign]);
}
