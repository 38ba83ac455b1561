import type { authenticate } from '#shared/api/auth.ts';
import type { Output } from '#shared/api/operation.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { newId } from '#shared/ids.ts';
import { Refusal } from '#shared/refusals.ts';
import { browserName } from '#shared/rules/auth/browser-names.ts';
import type { SignInMethod } from '#shared/rules/auth/passkeys.ts';
import { knownTimeZone } from '#shared/rules/notifications/quiet-hours.ts';
import type { Instant } from '#shared/time.ts';
import { recordSignIn, type User } from '../storage/accounts/users.ts';
import { rememberDevice } from '../storage/auth/known-devices.ts';
import { type OpenSession, openSession } from '../storage/auth/sessions.ts';
import { publishEvent } from '../storage/outbox.ts';
import type { Step, TableWriter } from '../storage/table.ts';
import { refuseBlockedSignIn } from './blocked-sign-in.ts';
import { signAccessToken } from './sign-tokens.ts';

/** The response of every kind of sign-in. */
export type Tokens = Output<typeof authenticate>;

/**
 * Opens a session for a person who was authenticated by `signedInWith`, and remembers the device. Of a device that the account
 * does not know, the owner is told. The steps in `alongside` are part of the transaction: if one fails, its outcome is returned
 * and there is no session. Refuses a blocked account, and one whose password changed since it was read.
 */
export async function signIn<Outcome extends string = never>(
  context: SignInContext,
  user: User,
  signedInWith: SignInMethod,
  ...alongside: readonly Step<Outcome>[]
): Promise<Tokens | Outcome> {
  await refuseBlockedSignIn(context, user);
  const { table, now } = context;
  const browser = browserName(context.userAgent);
  const { passkeyId } = context;
  const session = openSession(user.id, now, { signedInWith, passkeyId, browser });
  const write = (device: Step<'DEVICES_CHANGED'>, isNew: boolean) =>
    table.transact<Outcome | 'SESSION_EXISTS' | 'CHANGED' | 'DEVICES_CHANGED'>(
      session.step,
      recordSignIn(user, now, knownTimeZone(context.timeZone)),
      device,
      ...(isNew && user.verified ? [publishEvent(signInEvent(user.id, session, now))] : []),
      ...alongside,
    );
  const { outcome, deviceToken } = await rememberDevice(context, user.id, write);
  if (outcome === 'SESSION_EXISTS') throw new Error('the session exists already');
  if (outcome === 'CHANGED') throw new Refusal('UNAUTHENTICATED');
  if (outcome !== 'done') return outcome as Outcome;
  return { ...(await issueTokens(user, session, now)), device_token: deviceToken };
}

const signInEvent = (
  userId: string,
  { sessionId }: OpenSession,
  now: Instant,
): DomainEvent<'user.signedIn'> => ({
  id: newId(now),
  type: 'user.signedIn',
  at: now,
  detail: { userId, sessionId },
});

type SignInContext = {
  readonly table: TableWriter;
  readonly deviceTokens: readonly string[];
  readonly userAgent: string;
  readonly now: Instant;
  /** The time zone of the browser, as it says. */
  readonly timeZone?: string | undefined;
  /** The id of the passkey that signs in. */
  readonly passkeyId?: string;
};

/** Returns a new access token with the current state of the account, and the refresh token of the session. */
export async function issueTokens(
  user: User,
  { sessionId, refreshToken, signedInWith }: OpenSession,
  now: Instant,
): Promise<Tokens> {
  const { id: userId, verified, licenseId: plan } = user;
  return {
    access_token: await signAccessToken({ userId, sessionId, verified, plan, signedInWith }, now),
    refresh_token: refreshToken,
    user_id: userId,
    full_name: user.fullName,
    avatar_url: user.avatarUrl ?? null,
    permission_ids: [...(user.permissionIds ?? [])],
  };
}
