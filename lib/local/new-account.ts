import type { User } from '#functions/storage/accounts/users.ts';
import { type Registration, registerUser } from '#functions/storage/auth/registrations.ts';
import { openSession } from '#functions/storage/auth/sessions.ts';
import { type Step, table } from '#functions/storage/table.ts';
import type { Instant } from '#shared/time.ts';

/* Accounts that are written to the table without the operations of a registration, which take seconds and a text message. */

/**
 * Makes an account, whose phone number counts as confirmed unless `verified` is false. `alongside`: what is written in the same
 * transaction. Throws if its username or its number is taken.
 */
export async function newAccount(
  registration: Registration,
  now: Instant,
  alongside: readonly Step<never>[] = [],
): Promise<User> {
  const made = await registerUser(table, { verified: true, ...registration }, now, { alongside });
  if (typeof made === 'string') throw new Error(`${registration.username}: ${made}`);
  return made.user;
}

/** Opens a session of an account, which operations that write need, and returns its id. */
export async function newSession(userId: string, now: Instant): Promise<string> {
  const { sessionId, step } = openSession(userId, now);
  await table.write(step);
  return sessionId;
}
