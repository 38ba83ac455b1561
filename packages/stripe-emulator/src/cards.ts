import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { passesLuhn } from './luhn.ts';
import { cardError } from './refusal.ts';

/** The wallets of the Express Checkout Element that are emulated. */
export const wallets = ['apple_pay', 'google_pay', 'link'] as const;
export type Wallet = (typeof wallets)[number];

/** The reason why the bank declines a charge. */
export interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

/** The behavior of one of Stripe's published test cards. https://docs.stripe.com/testing */
export interface TestCard {
  number: string;
  brand: 'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa';
  funding?: 'credit' | 'debit' | 'prepaid';
  /** The reason why every charge is declined; undefined if charges succeed. */
  decline?: Decline;
  /** It can be attached to a customer although its charges are declined. */
  attaches?: true;
  /** Every payment succeeds and is disputed at once; an inquiry withdraws no money. */
  disputes?: 'dispute' | 'inquiry';
  /** Payments succeed; refunds fail a day later. */
  refusesRefunds?: true;
  /** When 3-D Secure is required: always, or until the card is set up for off-session payments. */
  authentication?: 'always' | 'until-set-up';
}

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});
const generic = declined('generic_decline');
const insufficientFunds = declined('insufficient_funds', 'Your card has insufficient funds.');

/** Stripe's test cards by their PaymentMethod id. */
export const testCards: Record<string, TestCard> = {
  pm_card_visa: { number: '4242424242424242', brand: 'visa' },
  pm_card_visa_debit: { number: '4000056655665556', brand: 'visa', funding: 'debit' },
  pm_card_mastercard: { number: '5555555555554444', brand: 'mastercard' },
  pm_card_mastercard_debit: { number: '5200828282828210', brand: 'mastercard', funding: 'debit' },
  pm_card_mastercard_prepaid: {
    number: '5105105105105100',
    brand: 'mastercard',
    funding: 'prepaid',
  },
  pm_card_amex: { number: '378282246310005', brand: 'amex' },
  pm_card_discover: { number: '6011111111111117', brand: 'discover' },
  pm_card_diners: { number: '3056930009020004', brand: 'diners' },
  pm_card_jcb: { number: '3566002020360505', brand: 'jcb' },
  pm_card_unionpay: { number: '6200000000000005', brand: 'unionpay' },
  pm_card_chargeDeclined: { number: '4000000000000002', brand: 'visa', decline: generic },
  pm_card_chargeDeclinedInsufficientFunds: {
    number: '4000000000009995',
    brand: 'visa',
    decline: insufficientFunds,
  },
  pm_card_chargeDeclinedLostCard: {
    number: '4000000000009987',
    brand: 'visa',
    decline: declined('lost_card'),
  },
  pm_card_chargeDeclinedStolenCard: {
    number: '4000000000009979',
    brand: 'visa',
    decline: declined('stolen_card'),
  },
  pm_card_chargeDeclinedExpiredCard: {
    number: '4000000000000069',
    brand: 'visa',
    decline: {
      code: 'expired_card',
      declineCode: 'expired_card',
      message: 'Your card has expired.',
    },
  },
  pm_card_chargeDeclinedIncorrectCvc: {
    number: '4000000000000127',
    brand: 'visa',
    decline: {
      code: 'incorrect_cvc',
      declineCode: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
    },
  },
  pm_card_chargeDeclinedProcessingError: {
    number: '4000000000000119',
    brand: 'visa',
    decline: {
      code: 'processing_error',
      declineCode: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  pm_card_chargeCustomerFail: {
    number: '4000000000000341',
    brand: 'visa',
    decline: generic,
    attaches: true,
  },
  pm_card_refundFail: { number: '4000000000005126', brand: 'visa', refusesRefunds: true },
  pm_card_createDispute: { number: '4000000000000259', brand: 'visa', disputes: 'dispute' },
  pm_card_createDisputeInquiry: { number: '4000000000001976', brand: 'visa', disputes: 'inquiry' },
  pm_card_authenticationRequired: {
    number: '4000002760003184',
    brand: 'visa',
    authentication: 'always',
  },
  pm_card_authenticationRequiredOnSetup: {
    number: '4000002500003155',
    brand: 'visa',
    authentication: 'until-set-up',
  },
  pm_card_threeDSecure2Required: {
    number: '4000000000003220',
    brand: 'visa',
    authentication: 'always',
  },
  pm_card_threeDSecureRequired: {
    number: '4000000000003063',
    brand: 'visa',
    authentication: 'always',
  },
  pm_card_threeDSecureRequiredChargeDeclined: {
    number: '4000008400001629',
    brand: 'visa',
    authentication: 'always',
    decline: generic,
    attaches: true,
  },
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: {
    number: '4000008260003178',
    brand: 'visa',
    authentication: 'always',
    decline: insufficientFunds,
    attaches: true,
  },
};

const byNumber = new Map(Object.values(testCards).map((card) => [card.number, card]));

export function testCardNamed(id: string): TestCard | undefined {
  return Object.hasOwn(testCards, id) ? testCards[id] : undefined;
}

export function testCardNumbered(number: string): TestCard {
  const card = byNumber.get(number);
  if (!card) throw new Error('A card is held that is not a test card');
  return card;
}

interface TypedCard {
  number: string;
  expMonth: number;
  expYear: number;
  cvc?: string;
}

/** Validates card data as Stripe does before it asks the bank. Two-digit years are in this century. */
export function checkTypedCard(
  typed: TypedCard,
  now: number,
): { card: TestCard; expMonth: number; expYear: number } {
  const number = typed.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', { param: 'number' });
  }
  if (typed.expMonth < 1 || typed.expMonth > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", {
      param: 'exp_month',
    });
  }
  const expYear = typed.expYear < 100 ? 2000 + typed.expYear : typed.expYear;
  // A card is valid to the last day of its month.
  if (expYear > 2099 || Date.UTC(expYear, typed.expMonth) <= now) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", {
      param: 'exp_year',
    });
  }
  const card = byNumber.get(number);
  if (!card) {
    const message =
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.';
    throw cardError('card_declined', message, { decline_code: 'test_mode_live_card' });
  }
  if (
    typed.cvc !== undefined &&
    !new RegExp(`^\\d{${card.brand === 'amex' ? '3,4' : '3'}}$`).test(typed.cvc)
  ) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", { param: 'cvc' });
  }
  return { card, expMonth: typed.expMonth, expYear };
}

/** The `card` of a PaymentMethod. `wallet`: the wallet that the card was chosen in. */
export function cardShown(
  card: TestCard,
  expMonth: number,
  expYear: number,
  cvcGiven: boolean,
  wallet?: Wallet,
): Stripe.PaymentMethod.Card {
  return {
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: cvcGiven ? 'unchecked' : null,
    },
    country: 'US',
    display_brand: card.brand,
    exp_month: expMonth,
    exp_year: expYear,
    fingerprint: createHash('sha256')
      .update(card.number)
      .digest('base64url')
      .replace(/[-_]/g, '0')
      .slice(0, 16),
    funding: card.funding ?? 'credit',
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: wallet ? walletShown(wallet, card.number) : null,
  };
}

/** A card in Apple Pay or Google Pay has a number of the device. */
function walletShown(type: Wallet, number: string): Stripe.PaymentMethod.Card.Wallet {
  const dynamic_last4 = type === 'link' ? null : number.slice(-4);
  return { dynamic_last4, type, [type]: {} };
}
