import type { ThanksChoice } from '#shared/rules/conversations/thanks.ts';
import type { Caller, CallOptions } from './calls.ts';
import type { Ref } from './things.ts';

/* Thanks for a paid answer: by the sender of the letter, and as its recipient shows them. */

export type ThanksOptions = CallOptions & {
  /** One sentence; none by default. */
  readonly text?: string;
  /** Who may read the sentence; only the recipient by default. */
  readonly mayShow?: ThanksChoice;
};

type ShowOptions = CallOptions & { readonly consentAt?: string | undefined };

export const thanksDeeds = (me: Caller) => ({
  /** Thanks for the answer to a letter, or changes what was said. */
  thanks: (order: Ref, { text, mayShow, ...options }: ThanksOptions = {}) =>
    me.does(
      'thankRecipient',
      { orderId: order.id, ...(text !== undefined && { text }), ...(mayShow && { mayShow }) },
      options,
    ),
  /** Takes back what was said. */
  takesBackThanks: (order: Ref, options?: CallOptions) =>
    me.does('takeBackThanks', { orderId: order.id }, options),
  /** Withdraws the consent to show what was said. */
  withdrawsConsent: (order: Ref, options?: CallOptions) =>
    me.does('withdrawThanksConsent', { orderId: order.id }, options),
  /** Shows what the sender of a letter said. `consentAt`: the consent that this person has read. */
  showsThanks: (letter: Ref, { consentAt, ...options }: ShowOptions = {}) =>
    me.does(
      'showThanks',
      { inboxId: letter.id, isShown: true, ...(consentAt && { consentAt }) },
      options,
    ),
  /** Takes what the sender of a letter said off the profile. */
  hidesThanks: (letter: Ref, options?: CallOptions) =>
    me.does('showThanks', { inboxId: letter.id, isShown: false }, options),
});
