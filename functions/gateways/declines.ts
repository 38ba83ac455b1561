/* Why a card was refused, in our own words: the provider's never reach anybody. https://docs.stripe.com/declines/codes */

const SENTENCES: Readonly<Record<string, string>> = {
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: 'The security code of your card is not right.',
  incorrect_number: 'The number of your card is not right.',
  processing_error: 'Your card could not be processed. Please try again in a moment.',
  payment_intent_authentication_failure: 'Your bank did not confirm this payment.',
  authentication_required: 'Your bank did not confirm this payment.',
  setup_intent_authentication_failure: 'Your bank did not confirm this card.',
  unusable: 'This card cannot be used. Please enter it again.',
};

/** What a person reads about a card that was refused; `so` is what that means for what they wanted. */
export function refusalSentence(reason: string | undefined, so: string): string {
  return `${SENTENCES[reason ?? ''] ?? 'Your card was declined.'} ${so}`;
}

type Told = { readonly decline_code?: string | null; readonly code?: string | null };

/** The provider's reason, by the more telling of its two codes. */
export function reasonOf(error: Told | null | undefined): string | undefined {
  const { decline_code: decline, code } = error ?? {};
  return (decline && decline in SENTENCES ? decline : code) ?? undefined;
}
