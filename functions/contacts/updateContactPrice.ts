import { updateContactPrice } from '#shared/api/contact-prices.ts';
import type { Input } from '#shared/api/operation.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import type { ContactTerms } from '#shared/rules/contacts/contact-terms.ts';
import { serve } from '../serve.ts';
import { saveTerms } from '../storage/contacts/contact-prices.ts';

/** Changes what an answer of the caller costs a contact. Messages that are paid already stay as they were bought. */
export const handler = serve(updateContactPrice, async (input, { table, caller, now }) => {
  const { userContactId } = input;
  const outcome = await saveTerms(table, caller.userId, userContactId, termsIn(input), now);
  // Without a contact the usual price applies anyway.
  if (outcome === 'NOT_CONTACTS' && input.terms !== 'USUAL')
    throw new Refusal('NOT_FOUND', { message: NO_CONTACT });
  if (outcome === 'GONE') throw new Refusal('NOT_FOUND');
  return {};
});

const NO_CONTACT = 'This person isn’t a contact of yours.';

function termsIn({ terms, price }: Input<typeof updateContactPrice>): ContactTerms | undefined {
  if (terms !== 'OWN') return terms === 'FREE' ? { is: 'FREE' } : undefined;
  if (price === undefined) throw invalidInput({ price: 'Please enter a price' });
  return { is: 'OWN', price };
}
