import { join } from 'node:path';
import { movedToCookie } from '#functions/auth/refresh-cookie.ts';
import { issueTokens } from '#functions/auth/sign-in.ts';
import { readAccessToken } from '#functions/auth/tokens.ts';
import { auditEntryOf } from '#functions/desk/audit-entries.ts';
import { recordSignIn, type User, userByUsername } from '#functions/storage/accounts/users.ts';
import { newDeskLinkToken, storeDeskLink } from '#functions/storage/auth/desk-links.ts';
import { openSession } from '#functions/storage/auth/sessions.ts';
import { table } from '#functions/storage/table.ts';
import { REFRESH_COOKIE_HEADER } from '#shared/refresh-cookie.ts';
import { relyingParty } from '#shared/rules/auth/passkeys.ts';
import { DAY, type Instant, instant, later } from '#shared/time.ts';
import { encodeForm } from '#shared/wire.ts';
import type { Clock } from '../clock.ts';
import { readJson, writeAtomically } from '../data-files.ts';
import { DEMO_PASSWORD } from '../seed/demo.ts';
import { authenticatorOf, newPasskeyKey, type PasskeyKey } from '../software-authenticator.ts';
import type { Exchange } from './exchange.ts';
import { refuse, succeed } from './replies.ts';
import { fieldsOf } from './request-fields.ts';

/*
 * The sign-in of the page below /_local: as anyone, in one tap. It opens a session as a sign-in does, and answers with the
 * refresh cookie; the page then stores who is signed in. Staff sign in with a passkey that this machine keeps, because the
 * desk asks for one.
 */

type SignInParts = {
  readonly clock: Clock;
  readonly folder: string;
  /** The address at which the product is called. */
  readonly url: string;
};

/** Signs a browser in as the person with this username. */
export async function signInAs(parts: SignInParts, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  const { username } = await fieldsOf(request);
  const now = instant(parts.clock.now());
  const user = await userByUsername(table, String(username), now);
  if (!user) {
    refuse(response, 'NOT_FOUND', { message: 'There’s no account with this username.' });
    return;
  }
  const isStaff = (user.permissionIds ?? []).length > 0;
  const opened = isStaff
    ? await openSessionByPasskey(parts, user, now, String(request.headers['user-agent'] ?? ''))
    : await openSessionOf(user, now);
  if ('refused' in opened) {
    refuse(response, 'FORBIDDEN', { message: opened.refused });
    return;
  }
  response.setHeader('set-cookie', opened.cookies);
  const { id: userId, fullName, avatarUrl = null } = user;
  succeed(response, { session: { userId, fullName, avatarUrl } });
}

/**
 * Opens the desk for a member of staff as the page does, and returns the id of the session. Throws if the product refuses.
 */
export async function openDeskSession(
  parts: SignInParts,
  staff: User,
  now: Instant,
): Promise<string> {
  const opened = await openSessionByPasskey(parts, staff, now, '');
  if ('refused' in opened) throw new Error(opened.refused);
  const caller = await readAccessToken(opened.accessToken, now);
  if (!caller) throw new Error(`${staff.username} has no session`);
  return caller.sessionId;
}

/** Deletes the refresh cookie of a browser, which then is nobody's. */
export function signOutHere(_: unknown, { response }: Exchange): void {
  response.setHeader('set-cookie', movedToCookie({}).cookies);
  succeed(response, {});
}

type Refused = { readonly refused: string };
type Opened = { readonly cookies: string[]; readonly accessToken: string } | Refused;

/** Opens a session of a person. The device is not remembered, so that nobody is told of a sign-in on a new one. */
async function openSessionOf(user: User, now: Instant): Promise<Opened> {
  if (user.blockedAt !== undefined) return { refused: `${user.fullName} is blocked.` };
  const session = openSession(user.id, now);
  const outcome = await table.transact(session.step, recordSignIn(user, now));
  if (outcome !== 'done') return { refused: 'The account has just changed. Please try again.' };
  const tokens = await issueTokens(user, session, now);
  return { cookies: movedToCookie({ ...tokens }).cookies, accessToken: tokens.access_token };
}

/** Signs a member of staff in with the passkey that this machine keeps for them. The first time it makes the passkey. */
async function openSessionByPasskey(
  parts: SignInParts,
  user: User,
  now: Instant,
  userAgent: string,
): Promise<Opened> {
  const kept = keptKeys(parts)[user.id];
  const signedIn = kept && (await signInWith(parts, kept, userAgent));
  if (signedIn && 'cookies' in signedIn) return signedIn;
  // There is none, or it was removed in the settings.
  const made = await makePasskey(parts, user, now);
  return 'refused' in made ? made : signInWith(parts, made, userAgent);
}

const fileOf = ({ folder }: SignInParts) => join(folder, 'desk-passkeys.json');
const keptKeys = (parts: SignInParts) =>
  readJson<Readonly<Record<string, PasskeyKey>>>(fileOf(parts), {});

async function signInWith(parts: SignInParts, key: PasskeyKey, userAgent: string): Promise<Opened> {
  const { challenge } = await call(parts, 'beginPasskeySignIn', {});
  const answer = authenticatorFor(parts, key).get(String(challenge), COUNTS_NOTHING);
  const response = await post(parts, 'finishPasskeySignIn', answer, {
    [REFRESH_COOKIE_HEADER]: 'cookie',
    'user-agent': userAgent,
  });
  if (!response.ok) return { refused: await sentenceOf(response) };
  const { access_token: accessToken } = (await response.json()) as { access_token: string };
  return { cookies: response.headers.getSetCookie(), accessToken };
}

/** Adds a passkey to the account of a member of staff with a link that an operator would make, and keeps its key. */
async function makePasskey(
  parts: SignInParts,
  user: User,
  now: Instant,
): Promise<PasskeyKey | Refused> {
  const [{ authorization }, link] = await Promise.all([
    accessOf(user, now),
    newDeskLink(user.id, now),
  ]);
  const begun = await post(
    parts,
    'beginPasskeyRegistration',
    { password: DEMO_PASSWORD, link },
    { authorization },
  );
  if (!begun.ok) return { refused: await sentenceOf(begun) };
  const { challenge } = (await begun.json()) as { challenge: string };
  const key = newPasskeyKey();
  const attestation = authenticatorFor(parts, key).create(challenge, COUNTS_NOTHING);
  const fields = { ...attestation, name: 'This machine', link };
  const added = await post(parts, 'finishPasskeyRegistration', fields, { authorization });
  if (!added.ok) return { refused: await sentenceOf(added) };
  writeAtomically(fileOf(parts), JSON.stringify({ ...keptKeys(parts), [user.id]: key }));
  return key;
}

/** Synchronized passkeys have no counter. */
const COUNTS_NOTHING = { counter: 0 };

const authenticatorFor = ({ url }: SignInParts, key: PasskeyKey) =>
  authenticatorOf(relyingParty(url).origin, key);

/** The header with an access token of a session of its own. */
async function accessOf(user: User, now: Instant): Promise<{ readonly authorization: string }> {
  const session = openSession(user.id, now);
  await table.write(session.step);
  const { access_token: token } = await issueTokens(user, session, now);
  return { authorization: `Bearer ${token}` };
}

async function newDeskLink(userId: string, now: Instant): Promise<string> {
  const token = newDeskLinkToken();
  const note = { command: `desk-link ${userId}`, reason: 'The page of this machine' };
  const audit = auditEntryOf({ who: 'this machine', now }, note, userId, 'A link.');
  await storeDeskLink(table, userId, token, later(now, DAY), audit);
  return token;
}

function post(
  { url }: SignInParts,
  operation: string,
  fields: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  return fetch(`${url}/api/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url, ...headers },
    body: encodeForm(fields),
  });
}

async function call(
  parts: SignInParts,
  operation: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const response = await post(parts, operation, fields, {});
  if (!response.ok) throw new Error(await sentenceOf(response));
  return (await response.json()) as Record<string, unknown>;
}

const sentenceOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { message?: string }).message ?? 'That did not work.';
