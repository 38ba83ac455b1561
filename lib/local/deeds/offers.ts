import type { Caller, CallOptions, Deed, Entity } from './calls.ts';
import type { Ref } from './things.ts';

/* What people offer to senders: tiers, questions, and when they answer. */

export const offerDeeds = (me: Caller) => ({
  /** Sets the price of an answer and how many are given in a month, as they are typed. */
  setsPrice: (
    { price, perMonth }: { readonly price: string; readonly perMonth: string },
    options?: CallOptions,
  ) =>
    me.does(
      'updateInboundSettings',
      { paidResponsePrice: price, paidResponseCommitment: perMonth },
      options,
    ),
  /** Offers these tiers, in this order, and no others. */
  offersTiers: (tiers: readonly object[], options?: CallOptions) =>
    me.does('updateTiers', { tiers: JSON.stringify(tiers) }, options),
  /** Asks senders these questions, in this order, and no others. */
  asksSenders: (prompts: readonly object[], options?: CallOptions) =>
    me.does('updatePrompts', { prompts: JSON.stringify(prompts) }, options),
  /** Says when letters are accepted; what is left out no longer applies. */
  setsAvailability: (availability: Readonly<Record<string, unknown>> = {}, options?: CallOptions) =>
    me.does('updateAvailability', { paused: 'false', ...availability }, options),
  /** The caller's offer as they see it themselves. */
  offer: (options?: CallOptions): Deed<Entity<'viewInboundSettings'>> =>
    me.makes('viewInboundSettings', {}, options),
  /** How many letters wait for the caller, and how many people for a place. */
  waiting: (options?: CallOptions) => me.makes('viewWaiting', {}, options),
  /** Asks to be notified when somebody accepts letters again. */
  asksForPlace: (recipient: Ref, options?: CallOptions) =>
    me.does('askForPlace', { userId: recipient.id }, options),
});
