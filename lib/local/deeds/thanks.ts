import type { Caller, CallOptions } from './calls.ts';
import type { Ref } from './things.ts';

/* Thanks for a paid answer, by the sender of the letter. */

export type ThanksOptions = CallOptions & {
  /** One sentence; none by default. */
  readonly text?: string;
};

export const thanksDeeds = (me: Caller) => ({
  /** Thanks for the answer to a letter, or changes what was said. */
  thanks: (order: Ref, { text, ...options }: ThanksOptions = {}) =>
    me.does('thankRecipient', { orderId: order.id, ...(text !== undefined && { text }) }, options),
  /** Takes back what was said in thanks. */
  takesBackThanks: (order: Ref, options?: CallOptions) =>
    me.does('takeBackThanks', { orderId: order.id }, options),
});
