/*
 * The cards that the demo people pay with. Each has a card of their own, as people do: one card that pays from several accounts is a sign
 * of a stolen one, and holds a payout. Two of them share one, which holds the payout of the creator whom both have paid.
 */

const SHARED = 'pm_card_amex';

const CARDS: Readonly<Record<string, string>> = {
  'clara.jung': 'pm_card_visa_debit',
  'sam.whitaker': SHARED,
  'priya.nair': SHARED,
  'kwame.boateng': 'pm_card_mastercard',
  'daniel.reyes': 'pm_card_mastercard_debit',
  'j.haddad': 'pm_card_discover',
  'grace.mbeki': 'pm_card_diners',
  'tom.weller': 'pm_card_jcb',
  'oskar.nowak': 'pm_card_unionpay',
  'ana.markovic': 'pm_card_mastercard_prepaid',
};

/** The test card of a person. https://docs.stripe.com/testing#cards */
export const cardOf = (username: string): string => CARDS[username] ?? 'pm_card_visa';
