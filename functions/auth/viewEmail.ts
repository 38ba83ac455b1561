import { domainToUnicode } from 'node:url';
import { viewEmail } from '#shared/api/email.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { suppressionOf } from '../storage/notifications/suppressed-emails.ts';

/** An address as people read it, with its domain in its own script. */
function readableAddress(address: string): string {
  const domainAt = address.lastIndexOf('@') + 1;
  return address.slice(0, domainAt) + domainToUnicode(address.slice(domainAt));
}

/** Returns the caller's email address, and whether messages to it arrive. */
export const handler = serve(viewEmail, async (_input, { table, caller, settings, now }) => {
  const user = await userById(table, caller.userId, now);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  const { email } = user;
  const suppressed = email === undefined ? undefined : await suppressionOf(table, email, now);
  return {
    data: [
      {
        offered: settings.email !== undefined,
        address: email === undefined ? null : readableAddress(email),
        suppressed: suppressed ?? null,
      },
    ],
  };
});
