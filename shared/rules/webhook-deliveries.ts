/*
 * What can be seen of a webhook delivery without a secret: whether it has the form of one. CloudFront's function and ours
 * ask the same (lib/cloud/edge.ts, functions/serve-work.ts), so that a flood of nonsense costs neither time nor places in
 * the throttle that Stripe needs.
 */

/** Bytes of a delivery. An event is an object of Stripe's with at most 50 keys of metadata: a few kilobytes. */
export const DELIVERY_MAX_BYTES = 256 * 1024;

/** What the header `stripe-signature` looks like. https://docs.stripe.com/webhooks#verify-manually */
export const SIGNATURE_FORM = '^t=[0-9]{1,15},(.{0,500},)?v1=[0-9a-f]{64}(,|$)';

const form = new RegExp(SIGNATURE_FORM);

/** Whether a header could be a signature. */
export const isSigned = (header: string | undefined): boolean =>
  header !== undefined && form.test(header);
