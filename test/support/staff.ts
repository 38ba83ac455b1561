import { userById } from '#functions/storage/accounts/users.ts';
import { newPasskey } from '#functions/storage/auth/passkeys.ts';
import { openCase } from '#functions/storage/desk/cases.ts';
import { writeStatement } from '#functions/storage/desk/statements.ts';
import { sessionKey, userKey } from '#functions/storage/keys.ts';
import { put, table, update } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import type { SignInMethod } from '#shared/rules/auth/passkeys.ts';
import type { Case, Statement } from '#shared/rules/desk/cases.ts';
import { PERMISSIONS, type Permission } from '#shared/rules/desk/permissions.ts';
import { DAY, type Instant, later } from '#shared/time.ts';
import { type Answer, call } from './call.ts';
import { newPerson, type Person } from './people.ts';
import type { World } from './world.ts';

/* Staff of the desk in tests, and the cases that they decide. */

/** Creates a member of staff who signed in with a passkey. */
export async function newStaff(
  world: World,
  permissions: readonly Permission[] = PERMISSIONS,
): Promise<Person> {
  const person = await newPerson(world);
  await makeStaff(person, permissions);
  return { ...person, user: { ...person.user, permissionIds: permissions } };
}

/** Gives a person these permissions, and a session that began with a passkey. */
export async function makeStaff(
  person: Person,
  permissions: readonly Permission[] = PERMISSIONS,
): Promise<void> {
  await table.write(update(userKey(person.user.id), { set: { permissionIds: [...permissions] } }));
  await setSignIn(person, 'passkey');
  await openDeskWithPasskey(person);
}

/** Gives the session of a person a passkey that was added for the desk at this time. */
async function openDeskWithPasskey(
  { user, token }: Person,
  deskSince: Instant | undefined = later(user.createdAt, -30 * DAY),
): Promise<void> {
  const credential = { publicKey: 'none', counter: 0, backedUp: false, name: 'Key' };
  const passkey = newPasskey(
    {
      ...credential,
      userId: user.id,
      credentialId: newId(user.createdAt),
      ...(deskSince && { deskSince }),
    },
    user.createdAt,
  );
  await table.write(put(passkey));
  await table.write(
    update(sessionKey(user.id, sessionIdOf(token)), { set: { passkeyId: passkey.id } }),
  );
}

/** Sets how the session of a person began. */
export async function setSignIn(
  { user, token }: Person,
  signedInWith: SignInMethod,
): Promise<void> {
  await table.write(
    update(sessionKey(user.id, sessionIdOf(token)), {
      set: { signedInWith },
      remove: ['passkeyId'],
    }),
  );
}

const sessionIdOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

/** Calls an operation of the desk as this person. */
export const callDesk = (
  handler: unknown,
  { token }: Pick<Person, 'token'>,
  input: Readonly<Record<string, unknown>> = {},
  method: 'GET' | 'POST' = 'POST',
): Promise<Answer> => call(handler, input, { method, token });

/** Opens a case; by default the report of the profile of `userId` by `openedBy`. */
export async function openedCase(
  world: World,
  { openedBy, userId }: Pick<Case, 'openedBy' | 'userId'>,
  more: Partial<Case> = {},
): Promise<Case> {
  const now = world.now();
  const one: Case = {
    id: newId(now),
    kind: 'REPORT',
    version: 1,
    harm: 1,
    openedAt: now,
    openedBy,
    userId,
    subject: { type: 'PROFILE', id: userId },
    reason: 'IMPERSONATION',
    text: 'Not them.',
    quotes: [{ userId, at: now, text: 'I am the mayor.' }],
    notes: [],
    ...more,
  };
  const outcome = await table.write(openCase(one));
  if (outcome !== 'done') throw new Error(`the case was not opened: ${outcome}`);
  return one;
}

/** Writes a statement of reasons with an appeal, and opens its case. */
export async function appealedStatement(
  world: World,
  userId: string,
  deed: Statement['deed'] = 'ACCOUNT_BLOCKED',
): Promise<{ statement: Statement; appeal: Case }> {
  const [now, id, caseId] = [world.now(), newId(world.now()), newId(world.now())];
  const statement: Statement = {
    id,
    userId,
    at: now,
    deed,
    facts: 'Your profile was reported.',
    rule: 'IMPERSONATION',
    reason: 'You are not the mayor.',
    appeal: { caseId, at: now },
    byUserId: newId(now),
  };
  await table.write(writeStatement(statement));
  const appeal = await openedCase(
    world,
    { openedBy: userId, userId },
    {
      id: caseId,
      kind: 'APPEAL',
      subject: { type: 'STATEMENT', id },
      reason: 'WRONG',
      text: 'I am the mayor.',
      quotes: [],
    },
  );
  return { statement, appeal };
}

/** The account as it is stored now. */
export async function storedUser(world: World, id: string) {
  const user = await userById(table, id, world.now());
  if (!user) throw new Error(`there is no account ${id}`);
  return user;
}
