import * as z from 'zod/mini';
import { listField } from '../list-field.ts';
import { tierList } from '../rules/conversations/tier-fields.ts';
import { HOUR, nothing, operation } from './operation.ts';

/* What a person offers to senders. docs/product/profiles.md#tiers */

export const updateTiers = operation({
  name: 'updateTiers',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
  impact: 'People cannot change what they offer at which price; the prices they have still work.',
  /** All tiers, in the order in which senders see them. None: the price of the inbound settings applies. */
  input: z.object({ tiers: listField(tierList, 'Please send a list of tiers') }),
  output: nothing,
});
