import { removeUserContact } from '../../shared/api/contacts.ts';
import { serve } from '../serve.ts';
import { endContact } from '../storage/contacts/contact-transitions.ts';

/** Ends a contact on both sides. Of what is no contact, or none any more, nothing is left to end: that is well too. */
export const handler = serve(removeUserContact, async (input, { table, caller }) => {
  // With the caller's own id, the transaction would name the same item twice, which DynamoDB rejects.
  if (input.userContactId !== caller.userId)
    await endContact(table, caller.userId, input.userContactId);
  return {};
});
