import type { DomainEvent } from '../../../shared/domain-events.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY, type Instant, later, toSeconds } from '../../../shared/time.ts';
import { credentialsUnchanged, ifNotExpired, type User } from '../accounts/users.ts';
import { formerEmailKey, type Key, userKey } from '../keys.ts';
import { endSuppression } from '../notifications/suppressed-emails.ts';
import { publishEvent } from '../outbox.ts';
import {
  type Condition,
  put,
  type Step,
  type TableReader,
  type TableWriter,
  update,
} from '../table.ts';
import { requireLiveSession } from './sessions.ts';

/*
 * Changes of an account's e-mail address. It is stored only once it is confirmed, and several accounts may have the same, because
 * no account is found by it. The old address gets a message, so it is kept in a separate item for a week.
 */

const NOTIFY_WITHIN = 7 * DAY;

type FormerEmail = Key & { readonly email: string; readonly expiresAt: number };

export type EmailChangeOutcome = 'done' | 'SPENT' | 'SESSION_OVER' | 'CHANGED';

/**
 * Sets the e-mail address of an account in one transaction: spends the code, stores the address and publishes the event. CHANGED:
 * the password, the phone number or the address differ from what was read.
 */
export function setEmail(
  table: TableWriter,
  user: User,
  { email, sessionId, spend }: { email: string; sessionId: string; spend: Step<'SPENT'> },
  now: Instant,
): Promise<EmailChangeOutcome> {
  const event = emailEvent(user, now);
  return table.transact<Exclude<EmailChangeOutcome, 'done'>>(
    spend,
    requireLiveSession(user, sessionId, now),
    update(
      userKey(user.id),
      'SET #email = :email, #emailConfirmedAt = :now',
      { email, now },
      unchangedSinceRead(user),
    ),
    endSuppression(email),
    ...keepFormer(user, event),
    publishEvent(event),
  );
}

/** Removes the e-mail address of an account and publishes the event. CHANGED as in `setEmail`. */
export function clearEmail(
  table: TableWriter,
  user: User,
  sessionId: string,
  now: Instant,
): Promise<Exclude<EmailChangeOutcome, 'SPENT'>> {
  const event = emailEvent(user, now);
  return table.transact<'SESSION_OVER' | 'CHANGED'>(
    requireLiveSession(user, sessionId, now),
    update(userKey(user.id), 'REMOVE #email, #emailConfirmedAt', {}, unchangedSinceRead(user)),
    ...keepFormer(user, event),
    publishEvent(event),
  );
}

/** The condition that password, phone number and e-mail address are as they were read. */
function unchangedSinceRead(user: User): Condition<'CHANGED'> {
  const credentials = credentialsUnchanged(user, 'CHANGED');
  const { email } = user;
  if (email === undefined)
    return { ...credentials, when: `${credentials.when} AND attribute_not_exists(#email)` };
  return {
    ...credentials,
    when: `${credentials.when} AND #email = :readEmail`,
    values: { ...credentials.values, readEmail: email },
  };
}

const emailEvent = ({ id: userId }: User, now: Instant): DomainEvent<'user.emailChanged'> => ({
  ...{ id: newId(now), type: 'user.emailChanged', at: now, detail: { userId } },
});

const keepFormer = ({ id, email }: User, event: DomainEvent<'user.emailChanged'>): Step<never>[] =>
  email === undefined
    ? []
    : [
        put({
          ...formerEmailKey(id, event.id),
          email,
          expiresAt: toSeconds(later(event.at as Instant, NOTIFY_WITHIN)),
        }),
      ];

/** Reads the address that an account had before a change; undefined if it had none, or after a week. */
export async function readFormerEmail(
  table: TableReader,
  { id, detail: { userId } }: DomainEvent<'user.emailChanged'>,
  now: Instant,
): Promise<string | undefined> {
  return ifNotExpired(await table.get<FormerEmail>(formerEmailKey(userId, id)), now)?.email;
}
