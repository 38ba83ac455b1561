import { viewEmail } from '../../shared/api/email.ts';
import { Refusal } from '../../shared/refusals.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { suppressionOf } from '../storage/notifications/suppressed-emails.ts';

/** Returns the caller's e-mail address, and whether messages to it arrive. */
export const handler = serve(viewEmail, async (_input, { table, caller, settings, now }) => {
  const user = await userById(table, caller.userId, now);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  const { email } = user;
  const suppressed = email === undefined ? undefined : await suppressionOf(table, email, now);
  return {
    data: [
      {
        offered: settings.email !== undefined,
        address: email ?? null,
        suppressed: suppressed ?? null,
      },
    ],
  };
});
