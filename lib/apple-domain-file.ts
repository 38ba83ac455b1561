/*
 * The file by which Apple sees that a domain belongs to a merchant, so that Stripe may offer Apple Pay on it. Stripe says in its
 * dashboard whether it wants one. https://docs.stripe.com/payments/payment-methods/pmd-registration
 */

/** Where Apple looks for the file. */
export const APPLE_DOMAIN_PATH = '/.well-known/apple-developer-merchantid-domain-association';
