import type { Caller, CallOptions } from './calls.ts';
import type { TextOptions } from './conversations.ts';
import { listField } from './list-fields.ts';
import { CLAIM_TEXT, CONTEST_TEXT, IMPROVED_ANSWER } from './texts.ts';
import type { Ref } from './things.ts';

/* Claims: the sender says that the answer is none, and the two, or the desk, end it. */

export const claimDeeds = (me: Caller) => ({
  /** Claims that the paid answer did not answer the letter. */
  claims: (
    order: Ref,
    {
      reason = 'NOT_ADDRESSED',
      text = CLAIM_TEXT,
      ...options
    }: TextOptions & { readonly reason?: string } = {},
  ) => me.does('claimAnswer', { orderId: order.id, reason, text }, options),
  /** Answers a claim with a better answer. */
  improves: (
    order: Ref,
    {
      text = IMPROVED_ANSWER,
      attachments,
      ...options
    }: TextOptions & { readonly attachments?: readonly string[] | undefined } = {},
  ) =>
    me.makes(
      'improveAnswer',
      { inboxId: order.id, messageBody: text, ...listField('attachments', attachments) },
      options,
    ),
  /** Answers a claim with the money. */
  givesBack: (order: Ref, options?: CallOptions) =>
    me.does('giveBackClaim', { inboxId: order.id }, options),
  /** Contests a claim, so that the desk decides. */
  contests: (order: Ref, { text = CONTEST_TEXT, ...options }: TextOptions = {}) =>
    me.does('contestClaim', { inboxId: order.id, text }, options),
  /** Asks the desk to decide although the answer was improved. */
  asksForDecision: (order: Ref, { text = CLAIM_TEXT, ...options }: TextOptions = {}) =>
    me.does('askForDecision', { orderId: order.id, text }, options),
  /** Withdraws a claim. */
  withdraws: (order: Ref, options?: CallOptions) =>
    me.does('withdrawClaim', { orderId: order.id }, options),
});
