import * as z from 'zod/mini';
import { nameOnCard, nameUnlessByWallet, paidPlan } from '../rules/billing/plans.ts';
import { inboundSettings } from '../rules/conversations/pricing.ts';
import { dollars, moment, yesOrNo } from '../wire.ts';
import { freshAccessToken } from './entities.ts';
import { paymentMethod } from './money-entities.ts';
import { all, HOUR, nothing, one, operation } from './operation.ts';

/* Operations on the card on file and on plans. docs/product/billing.md */

const CARD_SENTENCE = 'Please enter a credit card number';
const paymentMethodId = z
  .string(CARD_SENTENCE)
  .check(z.trim(), z.regex(/^pm_\w{1,100}$/, CARD_SENTENCE));

export const updatePaymentMethod = operation({
  name: 'updatePaymentMethod',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'cards'],
  // Fraudsters test stolen cards where that costs nothing.
  limits: [{ per: 'caller', max: 20, within: HOUR }],
  impact: 'People cannot change their card on file; the old card still pays.',
  input: z.object({ paymentMethodId }),
  output: one(paymentMethod),
});

/** What `upgradeSubscription` would charge now. docs/product/billing.md#changing-the-plan */
export const previewUpgrade = operation({
  name: 'previewUpgrade',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'subscriptions'],
  limits: [{ per: 'caller', max: 120, within: HOUR, inMemory: true }],
  impact:
    'People cannot see what an upgrade costs today, so they cannot upgrade; nothing is charged.',
  input: z.object({ licenseId: paidPlan }),
  output: one(
    z.object({
      /** What the card is charged today, in all. */
      amount: dollars(),
      /** The part of `amount` that pays a renewal which failed. */
      owed: dollars(),
      /** What the rest of the paid month is worth; `amount` is the price less this, and `owed`. */
      credit: dollars(),
      /** The moment at which the rest of the month was counted. `upgradeSubscription` takes it, so that it charges the same. */
      pricedAt: moment,
    }),
  ),
});

export const upgradeSubscription = operation({
  name: 'upgradeSubscription',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'ledger.append', 'events.append', 'cards', 'subscriptions', 'tokenKeys'],
  limits: [{ per: 'caller', max: 20, within: HOUR }],
  impact: 'People cannot upgrade their plan; nothing is charged.',
  input: z.object({
    licenseId: paidPlan,
    /** The card that was chosen in the sheet of a wallet. It pays, and becomes the card on file. Absent if the card on file pays. */
    paymentMethodId: z.optional(paymentMethodId),
    /**
     * What `previewUpgrade` has shown: this is charged, or the call is refused with PRICE_CHANGED before anything is. Both fields or
     * neither; without them, what the provider counts at that moment.
     */
    price: z.optional(dollars()),
    pricedAt: z.optional(moment),
  }),
  output: freshAccessToken,
});

export const cancelSubscription = operation({
  name: 'cancelSubscription',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'ledger.append', 'events.append', 'subscriptions', 'tokenKeys'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 20, within: HOUR, inMemory: true }],
  impact: 'People cannot cancel a paid plan, and may be charged for another month.',
  input: nothing,
  output: freshAccessToken,
});

export const savePaidRegistration = operation({
  name: 'savePaidRegistration',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'ledger.append', 'events.append', 'cards', 'subscriptions', 'tokenKeys'],
  limits: [{ per: 'caller', max: 20, within: HOUR }],
  impact: 'People cannot complete a registration on a paid plan; the free plan still works.',
  input: z
    .extend(inboundSettings, {
      license: paidPlan,
      /** The name that was typed with the card. */
      creditCardName: z.optional(nameOnCard),
      /** Whether the card was chosen in the sheet of a wallet, which tells no name. Stripe says which wallet it was. */
      byWallet: z.optional(yesOrNo()),
      paymentMethodId,
    })
    .check(nameUnlessByWallet),
  output: z.extend(freshAccessToken, { trusted: z.boolean() }),
});

export const viewPaymentMethod = operation({
  name: 'viewPaymentMethod',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'The saved card is not offered at payment.',
  input: nothing,
  output: all(paymentMethod),
});

export const getStripePublishableKey = operation({
  name: 'getStripePublishableKey',
  method: 'GET',
  who: 'anyone',
  uses: ['publishableKey'],
  impact: 'The card form does not load; no one can pay with a new card.',
  input: nothing,
  /** `scriptUrl`: the address of Stripe's card form script. */
  output: z.object({ publishableKey: z.string(), scriptUrl: z.string() }),
});
