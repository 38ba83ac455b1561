import { timingSafeEqual } from 'node:crypto';
import { type EmailSwitch, SWITCHES } from '#shared/rules/notifications/notification-settings.ts';
import { keyedHash } from '../../auth/keyed-hash.ts';

/*
 * The token in an email that ends one kind of emails to one person, without a sign-in: `<user id>.<kind>.<keyed hash>`. It allows
 * nothing else and does not expire, because emails are opened years later.
 */

export async function unsubscribeToken(userId: string, name: EmailSwitch): Promise<string> {
  return `${userId}.${name}.${await hashFor(userId, name)}`;
}

/** Reads a token; undefined if it is not one of ours. */
export async function readUnsubscribeToken(
  token: string,
): Promise<{ readonly userId: string; readonly name: EmailSwitch } | undefined> {
  const [, userId = '', text = '', hash = ''] =
    /^([\w-]{1,40})\.(email:[\w.]{1,50})\.([\w-]{22})$/.exec(token) ?? [];
  const name = SWITCHES.find((one) => one === text);
  if (!name) return undefined;
  const expected = await hashFor(userId, name);
  if (!timingSafeEqual(Buffer.from(hash), Buffer.from(expected))) return undefined;
  return { userId, name: name as EmailSwitch };
}

const hashFor = (userId: string, name: string) => keyedHash('unsubscribe', userId, name);
