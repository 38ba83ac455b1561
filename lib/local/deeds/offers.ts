import type { Caller, CallOptions, Deed, Entity } from './calls.ts';

/* What people offer to senders: tiers, questions, and when they answer. */

export const offerDeeds = (me: Caller) => ({
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
});
