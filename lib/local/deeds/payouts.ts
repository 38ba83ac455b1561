import type { OnboardingOutcome } from '@replypaid/stripe-emulator';
import { type Caller, type CallOptions, type Deed, type Fields, returning } from './calls.ts';

/* What people earn, and how it is paid out to them. */

/** Stripe's page on which people give the details of their payout account. */
export type OnboardingPage = {
  onboard(token: string, outcome: OnboardingOutcome, name?: string): void;
};

/** What somebody enters on Stripe's page. */
export type Onboarding = CallOptions & {
  readonly outcome?: OnboardingOutcome;
  /** The name that Stripe verifies; absent: none. */
  readonly name?: string;
};

/** How somebody proves that they may set up payouts: after some changes of the account a passkey has to confirm it. */
export type PayoutLinkProof = CallOptions & { readonly confirmation?: string | undefined };

export function payoutDeeds(me: Caller) {
  const deeds = {
    /** The balance: what is owed, what waits, what is a debt. */
    balance: (options?: CallOptions) => me.makes('viewAccountBalance', {}, options),
    /** The page of the lines of the ledger, newest first. `place`: which page. */
    ledger: (place?: Fields, options?: CallOptions) => me.does('viewLedger', place, options),
    /** The page of payouts, newest first. `place`: which page. */
    payouts: (place?: Fields, options?: CallOptions) => me.does('viewPayouts', place, options),
    /** The payout account, and the next payout. */
    payoutAccount: (options?: CallOptions) => me.makes('viewPayoutAccount', {}, options),
    /** Asks for the link to Stripe's page; returns its address. */
    asksForPayoutLink: ({ confirmation, ...options }: PayoutLinkProof = {}) =>
      me.does('createPayoutSetupLink', { ...(confirmation && { confirmation }) }, options),
    /** Asks for the link to Stripe's page, and completes the page. Stripe's webhook about it is not delivered by this. */
    setsUpPayouts: (
      page: OnboardingPage,
      { outcome = 'READY', name, ...options }: Onboarding = {},
    ): Deed<void> =>
      returning(deeds.asksForPayoutLink(options), ({ url }) =>
        page.onboard(url.split('/').at(-1) ?? '', outcome, name),
      ),
  };
  return deeds;
}
