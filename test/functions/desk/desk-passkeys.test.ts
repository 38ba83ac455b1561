import { expect, test } from '@jest/globals';
import { passkeysOf } from '#functions/storage/auth/passkeys.ts';
import { table } from '#functions/storage/table.ts';
import type { Actor } from '#lib/local/deeds/actor.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { PasskeyProof } from '#lib/local/deeds/passkeys.ts';
import { DESK_LINK_TIME } from '#shared/rules/desk/desk-passkeys.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { auditEntriesAbout, runConfirmedOps } from '../../support/ops.ts';
import { onlyPasskeyOf, withPasskey } from '../../support/passkeys.ts';
import { bearer, newPerson, type Person, visitor } from '../../support/people.ts';
import {
  newAuthenticator,
  type SoftwareAuthenticator,
} from '../../support/software-authenticator.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

/* The passkeys that open the desk. docs/product/desk.md#passkeys */

const world = worldOfFile();

/** What the desk answers a session: SUCCESS, or why not. */
async function deskFor(token: string): Promise<string> {
  const { body } = await responseTo(bearer(token).tiles());
  return body.why ?? body.status;
}

/** What the desk answers a session that begins with this passkey now. */
const deskWith = async (authenticator: SoftwareAuthenticator) =>
  deskFor((await visitor().signsInWith(authenticator)).access_token);

/** The token in what a command printed. */
const linkIn = (printed: string): string => /#desk=([\w-]{43})$/m.exec(printed)?.[1] ?? '';

/** Grants a permission to a new person, or to this one, and returns the link. */
async function granted(person?: Person): Promise<{ person: Person; link: string }> {
  const one = person ?? (await newPerson(world));
  const printed = await runConfirmedOps(world, 'grant', one.user.username, 'FINANCE');
  return { person: one, link: linkIn(printed) };
}

/** Tries to add a passkey, and returns the status of the response. */
async function tryToAdd(person: Actor, proof: PasskeyProof): Promise<string> {
  const begun = await responseTo(person.beginsPasskey(proof));
  if (begun.http !== 200) return begun.body.status;
  const response = newAuthenticator().create(begun.body.challenge);
  return (await responseTo(person.finishesPasskey(response, { name: 'Key', ...proof }))).body
    .status;
}

test('a passkey that is added with an operator’s link opens the desk after 24 hours', async () => {
  const { person, link } = await granted();
  const key = await withPasskey(person, { name: 'Key', link });
  expect(await deskWith(key)).toBe('TOO_NEW');
  await world.advance(23 * HOUR);
  expect(await deskWith(key)).toBe('TOO_NEW');
  await world.advance(HOUR);
  expect(await deskWith(key)).toBe('SUCCESS');
});

test('a session that began before the time is over opens the desk when it is', async () => {
  const { person, link } = await granted();
  const key = await withPasskey(person, { name: 'Key', link });
  const { access_token: token } = (await responseTo(visitor().signsInWith(key))).body;
  expect(await deskFor(token)).toBe('TOO_NEW');
  process.env.SETTINGS = JSON.stringify({ ...SETTINGS, deskPasskeyHours: 0 });
  try {
    expect(await deskFor(token)).toBe('SUCCESS');
  } finally {
    process.env.SETTINGS = JSON.stringify(SETTINGS);
  }
});

test('staff cannot add a passkey with the password alone', async () => {
  const { person } = await granted();
  expect(await tryToAdd(person, {})).toBe('FORBIDDEN');
  expect(await tryToAdd(person, { link: 'A'.repeat(43) })).toBe('FORBIDDEN');
  expect(await tryToAdd(person, { confirmation: 'A'.repeat(43) })).toBe('FORBIDDEN');
});

test('a registration that began before the permission was granted needs a proof too', async () => {
  const person = await newPerson(world);
  const { challenge } = await person.beginsPasskey();
  await granted(person);
  const { body } = await responseTo(person.finishesPasskey(newAuthenticator().create(challenge)));
  expect(body.status).toBe('FORBIDDEN');
});

test('a link is used once, by its person only, for three days, and until another one is made', async () => {
  const [{ person, link }, other] = [await granted(), await granted()];
  expect(await tryToAdd(other.person, { link })).toBe('FORBIDDEN');
  expect(await tryToAdd(person, { link })).toBe('SUCCESS');
  expect(await tryToAdd(person, { link })).toBe('FORBIDDEN');
  const newer = linkIn(await runConfirmedOps(world, 'desk-link', other.person.user.username));
  expect(await tryToAdd(other.person, { link: other.link })).toBe('FORBIDDEN');
  await world.advance(DESK_LINK_TIME);
  expect(await tryToAdd(other.person, { link: newer })).toBe('FORBIDDEN');
});

test('of two uses of a link at once one adds a passkey', async () => {
  const { person, link } = await granted();
  const challenges = [
    (await person.beginsPasskey({ link })).challenge,
    (await person.beginsPasskey({ link })).challenge,
  ];
  const results = await Promise.all(
    challenges.map((challenge) =>
      responseTo(
        person.finishesPasskey(newAuthenticator().create(challenge), { name: 'Key', link }),
      ),
    ),
  );
  expect(results.map(({ body }) => body.status).sort()).toEqual(['FORBIDDEN', 'SUCCESS']);
});

test('a passkey from before the permission was granted never opens the desk, and confirms no other one', async () => {
  const person = await newPerson(world);
  const planted = await withPasskey(person);
  await world.advance(5 * DAY);
  const { link } = await granted(person);
  expect(await deskWith(planted)).toBe('NOT_FOR_DESK');
  const { access_token: token } = (await responseTo(visitor().signsInWith(planted))).body;
  expect((await responseTo(bearer(token).beginsConfirmation('PASSKEY'))).body.status).toBe(
    'WRONG_STATUS',
  );
  await withPasskey(bearer(token), { name: 'Key', link });
  await world.advance(5 * DAY);
  expect(await deskWith(planted)).toBe('NOT_FOR_DESK');
});

test('a further passkey needs the confirmation by one that opens the desk, and waits as well', async () => {
  const { person, link } = await granted();
  const first = await withPasskey(person, { name: 'Key', link });
  expect((await responseTo(person.beginsConfirmation('PASSKEY'))).body.status).toBe('WRONG_STATUS');
  await world.advance(2 * DAY);
  const { access_token: token } = (await responseTo(visitor().signsInWith(first))).body;
  const confirmation = await bearer(token).confirms('PASSKEY', first);
  const second = await withPasskey(bearer(token), { name: 'Laptop', confirmation });
  expect(await deskWith(second)).toBe('TOO_NEW');
  await world.advance(DAY);
  expect(await deskWith(second)).toBe('SUCCESS');
});

test('a confirmation of something else adds no passkey of the desk', async () => {
  const { person, link } = await granted();
  const first = await withPasskey(person, { name: 'Key', link });
  await world.advance(4 * DAY);
  const { access_token: token } = (await responseTo(visitor().signsInWith(first))).body;
  const confirmation = await bearer(token).confirms('PAYOUT', first);
  expect(await tryToAdd(bearer(token), { confirmation })).toBe('FORBIDDEN');
});

test('a removed passkey ends the access of its session at once', async () => {
  const { person, link } = await granted();
  const key = await withPasskey(person, { name: 'Key', link });
  await world.advance(2 * DAY);
  const { access_token: token } = (await responseTo(visitor().signsInWith(key))).body;
  expect(await deskFor(token)).toBe('SUCCESS');
  await bearer(token).removesPasskey(await onlyPasskeyOf(bearer(token)));
  expect(await deskFor(token)).toBe('NOT_FOR_DESK');
});

test('after all permissions were revoked and one is granted again, earlier passkeys do not open the desk', async () => {
  const { person, link } = await granted();
  const key = await withPasskey(person, { name: 'Key', link });
  await world.advance(2 * DAY);
  await runConfirmedOps(world, 'revoke', person.user.username, 'FINANCE');
  await granted(person);
  expect(await deskWith(key)).toBe('NOT_FOR_DESK');
});

test('a further permission leaves the passkeys as they are, and prints no link', async () => {
  const { person, link } = await granted();
  const key = await withPasskey(person, { name: 'Key', link });
  await world.advance(2 * DAY);
  const printed = await runConfirmedOps(world, 'grant', person.user.username, 'SUPPORT');
  expect(linkIn(printed)).toBe('');
  expect(await deskWith(key)).toBe('SUCCESS');
});

test('viewPasskeys says from when on a passkey opens the desk, and of none for who is not staff', async () => {
  const person = await newPerson(world);
  await withPasskey(person);
  const seen = async () => (await person.passkeys()).data.map(({ opensDeskFrom }) => opensDeskFrom);
  expect(await seen()).toEqual([null]);
  const { link } = await granted(person);
  await withPasskey(person, { name: 'Key', link });
  const { createdAt } = (await passkeysOf(table, person.user.id))[1] ?? { createdAt: 0 };
  expect(await seen()).toEqual([null, new Date(createdAt + 24 * HOUR).toISOString()]);
});

test('desk-link is for staff who are not blocked, and the audit has no token', async () => {
  const plain = await newPerson(world);
  expect(await runConfirmedOps(world, 'desk-link', plain.user.username)).toContain('no permission');
  const { person, link } = await granted();
  const entries = await auditEntriesAbout(world, person.user.id);
  expect(entries.map(({ command }) => command).sort()).toEqual([
    `desk-link ${person.user.id}`,
    `grant ${person.user.id} FINANCE`,
  ]);
  expect(JSON.stringify(entries)).not.toContain(link);
  await runConfirmedOps(world, 'block', person.user.username);
  expect(await runConfirmedOps(world, 'desk-link', person.user.username)).toContain('is blocked');
});
