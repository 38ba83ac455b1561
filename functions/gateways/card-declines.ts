/*
 * Texts for declined cards, by Stripe's decline code. Stripe's own messages are never shown.
 * https://docs.stripe.com/declines/codes
 */

const SENTENCES: Readonly<Record<string, string>> = {
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: 'Your card’s security code is incorrect. Check it and try again.',
  incorrect_number: 'Your card’s number is incorrect. Check it and try again.',
  processing_error: 'Your card couldn’t be processed. Please try again in a moment.',
  payment_intent_authentication_failure: 'Your bank didn’t confirm this payment.',
  authentication_required: 'Your bank didn’t confirm this payment.',
  setup_intent_authentication_failure: 'Your bank didn’t confirm this card.',
  unusable: 'This card can’t be used. Please enter it again.',
};

/** The text for a declined card. `consequence` says what was not done, such as `The card was not saved.` */
export function refusalSentence(reason: string | undefined, consequence: string): string {
  return `${SENTENCES[reason ?? ''] ?? 'Your card was declined.'} ${consequence}`;
}

type StripeDecline = { readonly decline_code?: string | null; readonly code?: string | null };

/** The reason of a decline: the decline code if it has a text of its own, else the error code. */
export function reasonOf(error: StripeDecline | null | undefined): string | undefined {
  const { decline_code: decline, code } = error ?? {};
  return (decline && decline in SENTENCES ? decline : code) ?? undefined;
}
