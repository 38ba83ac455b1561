import * as z from 'zod/mini';
import { inboundSettings } from '../rules/conversations/pricing.ts';
import { dollars } from '../wire.ts';
import { pause, prompt, tier } from './offer-entities.ts';
import { HOUR, nothing, one, operation } from './operation.ts';

/* The caller's price and commitment, and what they offer. docs/product/accounts.md */

const inboundSettingsView = z.object({
  userId: z.string(),
  /** The price of an answer, unless there are tiers. */
  paidResponsePrice: dollars(),
  paidResponseCommitment: z.int(),
  tiers: z.optional(z.array(tier)),
  prompts: z.optional(z.array(prompt)),
  /** The most orders that wait at once; absent for no cap. */
  waitingMax: z.optional(z.int()),
  /** Absent without a pause, and once it is over. */
  paused: z.optional(pause),
  /** What people may send; absent while the stage has no attachments. */
  takesPictures: z.optional(z.boolean()),
  blursPictures: z.optional(z.boolean()),
  takesVoice: z.optional(z.boolean()),
});

export const viewInboundSettings = operation({
  name: 'viewInboundSettings',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot see their price and commitment.',
  input: nothing,
  output: one(inboundSettingsView),
});

export const updateInboundSettings = operation({
  name: 'updateInboundSettings',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'events.append'],
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
  impact: 'People cannot change their price or stop taking messages.',
  input: inboundSettings,
  output: nothing,
});
