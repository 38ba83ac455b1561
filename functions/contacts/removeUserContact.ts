import { removeUserContact } from '#shared/api/contacts.ts';
import { serve } from '../serve.ts';
import { endContact } from '../storage/contacts/contact-transitions.ts';

/** Removes a contact on both sides. Succeeds if the two are not contacts. */
export const handler = serve(removeUserContact, async (input, { table, caller }) => {
  // With the caller's own id, the transaction would name the same item twice, which DynamoDB rejects.
  if (input.userContactId !== caller.userId)
    await endContact(table, caller.userId, input.userContactId);
  return {};
});
