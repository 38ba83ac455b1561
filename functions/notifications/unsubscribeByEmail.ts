import { unsubscribeByEmail } from '#shared/api/unsubscribe.ts';
import { Refusal } from '#shared/refusals.ts';
import { emailSwitchTitle } from '#shared/rules/notifications/notification-settings.ts';
import { hashKey } from '../gateways/secrets.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { changeSettings } from '../storage/notifications/notification-settings.ts';
import { readUnsubscribeToken } from './emails/unsubscribe-token.ts';

const INVALID = 'This link isn’t valid. You can choose what you get in your settings.';

/** Ends a kind of emails to the person whom the token names. Refuses any other token with NOT_FOUND. */
export const handler = serve(
  unsubscribeByEmail,
  async ({ token }, { table, now }) => {
    const read = await readUnsubscribeToken(token);
    const user = read && (await userById(table, read.userId, now));
    if (!user) throw new Refusal('NOT_FOUND', { message: INVALID });
    await changeSettings(table, user.id, { turnOff: [read.name] });
    return { title: emailSwitchTitle(read.name) };
  },
  { gives: { hashKey } },
);
