import type { Caller, CallOptions, Deed, Entity } from './calls.ts';

/* Plans and cards: what people pay for their plan, and the card that they save for it. */

/** Stripe's test card that always pays. */
const PAYING_CARD = 'pm_card_visa';

/** What an upgrade costs, as it was shown before. */
type ShownPrice = {
  /** In dollars. */
  readonly price?: number | string;
  readonly pricedAt?: string;
};

/** How somebody pays for a plan. `card`: one that was chosen in the sheet of a wallet; by default the saved card pays. */
export type PlanPayment = ShownPrice & CallOptions & { readonly card?: string };

/** How somebody finishes the registration on a paid plan. */
export type PaidRegistration = CallOptions & {
  readonly card?: string;
  readonly nameOnCard?: string;
  /** Whether `card` was chosen in the sheet of a wallet, which tells no name. */
  readonly byWallet?: boolean;
  /** The price of an answer in dollars, as it is typed. */
  readonly price?: string;
  /** The monthly limit of answers, as it is typed. */
  readonly perMonth?: string;
};

export const billingDeeds = (me: Caller) => ({
  /** Finishes the registration on a paid plan. */
  choosesPaid: (
    plan = 'STARTER',
    {
      card = PAYING_CARD,
      nameOnCard = 'Person Number',
      byWallet,
      price = '12.00',
      perMonth = '7',
      ...options
    }: PaidRegistration = {},
  ) =>
    me.does(
      'savePaidRegistration',
      {
        license: plan,
        ...(byWallet ? { byWallet } : { creditCardName: nameOnCard }),
        paidResponsePrice: price,
        paidResponseCommitment: perMonth,
        paymentMethodId: card,
      },
      options,
    ),
  /** What choosing a larger plan would charge now. */
  priceOfPlan: (plan = 'PROFESSIONAL', options?: CallOptions) =>
    me.makes('previewUpgrade', { licenseId: plan }, options),
  /** Subscribes to a plan, changes to a larger one, or keeps one that was to end. */
  choosesPlan: (plan = 'STARTER', { card, price, pricedAt, ...options }: PlanPayment = {}) =>
    me.does(
      'upgradeSubscription',
      { licenseId: plan, paymentMethodId: card, price, pricedAt },
      options,
    ),
  /** Ends the plan with the month that is paid. */
  endsPlan: (options?: CallOptions) => me.does('cancelSubscription', {}, options),
  /** What was paid for plans, newest first. */
  planPayments: (options?: CallOptions) => me.does('viewPlanPayments', {}, options),

  /** Saves a card in place of the one before. `card`: a payment method of Stripe, such as `pm_card_visa`. */
  savesCard: (card = PAYING_CARD, options?: CallOptions) =>
    me.makes('updatePaymentMethod', { paymentMethodId: card }, options),
  removesCard: (options?: CallOptions) => me.does('removePaymentMethod', {}, options),
  /** The saved card; undefined without one. */
  card: (options?: CallOptions): Deed<Entity<'viewPaymentMethod'> | undefined> =>
    me.makes('viewPaymentMethod', {}, options),
});
