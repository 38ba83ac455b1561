/*
 * Checks of a webhook delivery that need no secret. The edge function and the webhook function share them
 * (lib/cloud/edge.ts, functions/serve-work.ts), so that a flood of invalid requests uses neither time nor the concurrency
 * that Stripe needs.
 */

/** The maximum size of a delivery in bytes. An event is a Stripe object with at most 50 metadata keys: a few kilobytes. */
export const DELIVERY_MAX_BYTES = 256 * 1024;

/** The pattern of the header `stripe-signature`. https://docs.stripe.com/webhooks#verify-manually */
export const SIGNATURE_FORM = '^t=[0-9]{1,15},(.{0,500},)?v1=[0-9a-f]{64}(,|$)';

const form = new RegExp(SIGNATURE_FORM);

/** Whether a header could be a signature. */
export const isSigned = (header: string | undefined): boolean =>
  header !== undefined && form.test(header);
