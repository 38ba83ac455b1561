import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { listField } from '../list-field.ts';
import { availability } from '../rules/conversations/availability-schema.ts';
import { tierList } from '../rules/conversations/tiers-schema.ts';
import { DAY, HOUR, nothing, one, operation } from './operation.ts';

/* What a person offers to senders. docs/product/profiles.md#tiers */

export const updateTiers = operation({
  name: 'updateTiers',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'events.append'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
  impact: 'People cannot change what they offer at which price; the prices they have still work.',
  /** All tiers, in the order in which senders see them. None: the price of the inbound settings applies. */
  input: z.object({ tiers: listField(tierList, 'Please send a list of tiers') }),
  output: nothing,
});

export const updateAvailability = operation({
  name: 'updateAvailability',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'events.append'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
  impact: 'People cannot pause or cap their waiting orders; pauses still end by themselves.',
  /** All of it: what is left out no longer applies. */
  input: z.object(availability),
  output: nothing,
});

export const viewWaiting = operation({
  name: 'viewWaiting',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People do not see how many orders wait, and how many people wait for a place.',
  input: nothing,
  output: one(
    z.object({
      /** The orders that are being paid, or wait for an answer. */
      waitingOrders: z.int(),
      /** The people who asked to be notified when there is a place. */
      askers: z.int(),
    }),
  ),
});

/** Asks to be notified when a person whose cap is reached has a place again. */
export const askForPlace = operation({
  name: 'askForPlace',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 20, within: DAY }],
  impact: 'People cannot ask to be told of a free place; they have to look again.',
  input: z.object({ userId: id() }),
  output: nothing,
});
