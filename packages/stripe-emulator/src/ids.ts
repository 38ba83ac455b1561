import { randomInt } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function random(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

/** Creates an id with Stripe's prefix and length, which some code checks. */
export const newId = {
  customer: () => `cus_${random(14)}`,
  paymentMethod: () => `pm_1${random(23)}`,
  paymentIntent: () => `pi_3${random(23)}`,
  charge: () => `ch_3${random(23)}`,
  setupIntent: () => `seti_1${random(23)}`,
  product: () => `prod_${random(14)}`,
  price: () => `price_1${random(23)}`,
  subscription: () => `sub_1${random(23)}`,
  subscriptionItem: () => `si_${random(14)}`,
  invoice: () => `in_1${random(23)}`,
  invoiceLine: () => `il_1${random(23)}`,
  invoicePayment: () => `inpay_1${random(23)}`,
  account: () => `acct_1${random(15)}`,
  person: () => `person_${random(24)}`,
  accountLink: () => random(24),
  transfer: () => `tr_1${random(23)}`,
  transferReversal: () => `trr_1${random(23)}`,
  dispute: () => `du_1${random(23)}`,
  earlyFraudWarning: () => `issfr_1${random(23)}`,
  file: () => `file_1${random(23)}`,
  balanceTransaction: () => `txn_1${random(23)}`,
  refund: () => `re_3${random(23)}`,
  event: () => `evt_3${random(23)}`,
  webhookEndpoint: () => `we_1${random(23)}`,
  webhookSecret: () => `whsec_${random(32)}`,
  request: () => `req_${random(14)}`,
  attempt: () => `payatt_3${random(23)}`,
  clientSecret: (paymentIntentId: string) => `${paymentIntentId}_secret_${random(25)}`,
};
