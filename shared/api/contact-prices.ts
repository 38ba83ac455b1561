import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { CONTACT_TERMS } from '../rules/contacts/contact-terms.ts';
import { responsePrice } from '../rules/conversations/pricing.ts';
import { dollars } from '../wire.ts';
import { HOUR, nothing, operation, page } from './operation.ts';
import { paging } from './paging.ts';

/* What an answer of the caller costs their contacts. docs/product/contacts.md#prices-for-contacts */

export const updateContactPrice = operation({
  name: 'updateContactPrice',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
  impact: 'People cannot change what a contact pays; the prices they have given still apply.',
  input: z.object({
    userContactId: id(),
    terms: z.enum(CONTACT_TERMS, 'Please choose one of these'),
    /** Only with OWN, which needs it. */
    price: z.optional(responsePrice),
  }),
  output: nothing,
});

export const viewContactPrices = operation({
  name: 'viewContactPrices',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People do not see to which contacts they gave a price.',
  input: z.object({ ...paging }),
  output: page(
    z.object({
      userContactId: z.string(),
      fullName: z.string(),
      username: z.string(),
      profileImageUrl: z.nullable(z.string()),
      /** Null: free, in the chat. */
      price: z.nullable(dollars()),
    }),
  ),
});
