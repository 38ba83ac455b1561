import { describe, expect, test } from '@jest/globals';
import { holderOfUsername, userById } from '#functions/storage/accounts/users.ts';
import { userPartition } from '#functions/storage/keys.ts';
import { domainEventIn } from '#functions/storage/outbox.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { DAY, MINUTE, SECOND } from '#shared/time.ts';
import type { Answer } from '../../support/call.ts';
import { pendingOrder } from '../../support/orders.ts';
import {
  bearer,
  newPerson,
  nextPhoneNumber,
  type Person,
  signedIn,
  visitor,
} from '../../support/people.ts';
import { formOf } from '../../support/profiles.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { scanTable } from '../../support/scanned-table.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

let made = 0;
const next = () => {
  made += 1;
  return made;
};
const newName = () => `renamed_${next()}`;
const address = () => `198.51.100.${next()}`;

type Who = Pick<Person, 'user' | 'token'>;
const rename = ({ user, token }: Who, username: string, more: Record<string, string> = {}) =>
  responseTo(
    bearer(token).calls('updateUserProfile', {
      username,
      userFullName: user.fullName,
      userBio: '',
      categoryId: 'CATEGORY_01',
      subCategoryId: 'CATEGORY_01_02',
      ...more,
    }),
  );
/** Signs the person in again under their current name. */
const back = async ({ user }: Who): Promise<Who> => {
  world.advance(SECOND);
  const now = await userById(table, user.id, world.now());
  return { user: now ?? user, ...(await signedIn(now ?? user, world.now())) };
};
const look = (username: string) => responseTo(visitor().calls('viewUserProfile', { username }));
const isTaken = async (username: string, token?: string) =>
  (await bearer(token).asksForUsername(username, { from: address() })).usernameExists;
const register = (username: string) =>
  responseTo(
    visitor().calls(
      'createUser',
      { username, fullName: 'Ada Lovelace', password: PASSWORD, phoneNumber: nextPhoneNumber() },
      { from: address() },
    ),
  );
const enter = (username: string) =>
  responseTo(
    visitor().calls('authenticate', { username, password: PASSWORD }, { from: address() }),
  );

/** Returns how many events announced a searchable name of this person. */
async function timesNamed(userId: string): Promise<number> {
  const items = await scanTable(world.tableName);
  const named = items.flatMap((item) => domainEventIn(item) ?? []);
  return named.filter(
    (event) =>
      event.type === 'user.named' && (event.detail as { userId: string }).userId === userId,
  ).length;
}

function expectTaken(answer: Answer) {
  expectRefusal(answer, 409, 'USERNAME_TAKEN', { username: 'Username already in use' });
}

async function renamed() {
  const person = await newPerson(world);
  world.advance(SECOND);
  const name = newName();
  const answer = await rename(person, name);
  expect(answer.http).toBe(200);
  expect(answer.body.data[0].username).toBe(name);
  return { person, old: person.user.username, name };
}

describe('a new username', () => {
  test('signs in, and every session ends', async () => {
    const person = await newPerson(world);
    const other = await signedIn(person.user, world.now());
    world.advance(SECOND);
    const name = newName();
    expect((await rename(person, name)).http).toBe(200);
    for (const { refreshToken: token } of [person, other])
      await expectRefused(bearer(token).calls('refreshToken'), 401, 'UNAUTHENTICATED');
    expect((await enter(name)).body.user_id).toBe(person.user.id);
  });

  test('requires a current session: an access token of an ended session is refused', async () => {
    const { person, name } = await renamed();
    expectRefusal(await rename(person, newName()), 401, 'UNAUTHENTICATED');
    expect((await look(name)).body.data[0].id).toBe(person.user.id);
  });

  test('that is saved twice is saved once: the first save ends the session', async () => {
    const { person, name } = await renamed();
    expectRefusal(await rename(person, name), 401, 'UNAUTHENTICATED');
    expect((await look(name)).body.data[0].id).toBe(person.user.id);
  });

  test('that is taken or reserved is refused', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    expectTaken(await rename(one, other.user.username));
    expectTaken(await rename(one, other.user.username.toUpperCase()));
    expectTaken(await rename(one, 'dashboard'));
    expectTaken(await rename(one, SUPPORT_USERNAME));
    expect((await look(one.user.username)).body.data[0].id).toBe(one.user.id);
  });

  test('is used in the profile links of earlier conversations', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    const name = newName();
    expect((await rename(recipient, name, { userFullName: 'Another Name' })).http).toBe(200);
    expect(await sender.sees(order)).toMatchObject({
      recipientUsername: name,
      recipientName: 'Another Name',
    });
  });

  test('can be a username whose registration expired', async () => {
    const name = newName();
    expect((await register(name)).http).toBe(200);
    const person = await newPerson(world);
    expectTaken(await rename(person, name));
    world.advance(DAY + MINUTE);
    expect((await rename(await back(person), name)).http).toBe(200);
  });

  test('publishes an event, as a new full name does and a new bio does not', async () => {
    const person = await newPerson(world);
    const { username } = person.user;
    const before = await timesNamed(person.user.id);
    await rename(person, username);
    expect(await timesNamed(person.user.id)).toBe(before);
    await rename(person, username, { userFullName: 'Another Name' });
    expect(await timesNamed(person.user.id)).toBe(before + 1);
    await rename(person, newName(), { userFullName: 'Another Name' });
    expect(await timesNamed(person.user.id)).toBe(before + 2);
  });

  test('can be chosen five times in thirty days, also if another change of the profile is saved meanwhile', async () => {
    let person: Who = await newPerson(world);
    for (let count = 1; count <= 5; count += 1) {
      const { user } = person;
      const userBio = `<p>${count}</p>`;
      const renamed = await world.overtaken(() => rename(person, newName()), {
        at: userPartition(user.id),
        by: () => rename(person, user.username, { userBio }),
      });
      expect(renamed.http).toBe(200);
      person = await back(person);
    }
    const answer = await rename(person, newName());
    expectRefusal(answer, 429, 'TOO_MANY_REQUESTS');
    expect(answer.body.fields.username).toMatch(/five times in 30 days/);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual((30 * DAY) / SECOND);
    expect(
      (await rename(person, person.user.username, { userFullName: 'Some Other Name' })).http,
    ).toBe(200);
    world.advance(30 * DAY);
    expect((await rename(await back(person), newName())).http).toBe(200);
  });

  test('that was refused for another field does not count towards the limit', async () => {
    const person = await newPerson(world);
    const userBio = '<img src="data:image/png;base64,AAAA">';
    for (let count = 1; count <= 6; count += 1)
      expect((await rename(person, newName(), { userBio })).body.status).toBe('INVALID_INPUT');
    expect((await rename(person, newName())).http).toBe(200);
  });

  test('is refused to the support account', async () => {
    const support = await newPerson(world, { username: SUPPORT_USERNAME });
    const answer = await rename(support, newName());
    expectRefusal(answer, 400, 'INVALID_INPUT');
    expect(answer.body.fields.username).toBe('This account keeps its username');
    expect(
      (await rename(support, SUPPORT_USERNAME, { userFullName: 'The People of Support' })).http,
    ).toBe(200);
  });
});

describe('the previous username', () => {
  test('leads to the profile under the new one', async () => {
    const { person, old, name } = await renamed();
    const { body } = await look(old);
    expect(body.data[0]).toMatchObject({ id: person.user.id, username: name });
  });

  test('cannot be taken by other people', async () => {
    const { old } = await renamed();
    const stranger = await newPerson(world);
    expect(await isTaken(old)).toBe(true);
    expect(await isTaken(old, stranger.token)).toBe(true);
    expectTaken(await register(old));
    expectTaken(await rename(stranger, old));
  });

  test('can be reclaimed by its former owner without a wait, and the newer one then redirects', async () => {
    const { person, old, name } = await renamed();
    const now = await back(person);
    expect(await isTaken(old, now.token)).toBe(false);
    expect(await isTaken(name, now.token)).toBe(true);
    expect((await rename(now, old)).http).toBe(200);
    for (const username of [old, name])
      expect((await look(username)).body.data[0].username).toBe(old);
    expect((await enter(old)).body.user_id).toBe(person.user.id);
    expect((await holderOfUsername(table, old, world.now()))?.expiresAt).toBeUndefined();
  });

  test('does not sign in, with the same response as an unknown username', async () => {
    const { old } = await renamed();
    const [former, unknown] = [await enter(old), await enter(newName())];
    expectRefusal(former, 401, 'UNAUTHENTICATED');
    expect(former.body).toEqual(unknown.body);
  });

  test('does not reset a password and sends no text message', async () => {
    const { old, person } = await renamed();
    const reset = (username: string) =>
      responseTo(visitor().calls('requestPasswordReset', { username }, { from: address() }));
    const [former, unknown] = [await reset(old), await reset(newName())];
    expect(former).toMatchObject({ http: 200, body: unknown.body });
    expect(world.texts.filter(({ to }) => to === person.user.phoneNumber)).toEqual([]);
  });

  test('does not invalidate a password reset code that was requested with it', async () => {
    const person = await newPerson(world);
    const { username, phoneNumber } = person.user;
    await visitor().calls('requestPasswordReset', { username }, { from: address() });
    const verificationCode = world.codeSentTo(phoneNumber);
    expect((await rename(person, newName())).http).toBe(200);
    await expectRefused(
      visitor().calls(
        'confirmPasswordReset',
        { username, password: 'Battery-Staple-2', verificationCode },
        { from: address() },
      ),
      401,
      'UNAUTHENTICATED',
    );
  });

  test('is free after ninety days', async () => {
    const { person, old, name } = await renamed();
    world.advance(90 * DAY - MINUTE);
    expect((await look(old)).http).toBe(200);
    world.advance(2 * MINUTE);
    expectRefusal(await look(old), 404, 'NOT_FOUND');
    expect(await isTaken(old)).toBe(false);
    const heir = await newPerson(world);
    expect((await rename(heir, old)).http).toBe(200);
    expectTaken(await rename(await back(person), old));
    expect((await look(old)).body.data[0].id).toBe(heir.user.id);
    expect((await look(name)).body.data[0].id).toBe(person.user.id);
  });
});

describe('concurrent renames', () => {
  test('of one account to two names succeed once, and the previous name redirects to the new one', async () => {
    const person = await newPerson(world);
    world.advance(SECOND);
    const names = [newName(), newName()];
    const answers = await Promise.all(names.map((name) => rename(person, name)));
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 401]);
    const won = names[answers.findIndex(({ http }) => http === 200)];
    expect((await look(person.user.username)).body.data[0].username).toBe(won);
    const lost = names.find((name) => name !== won) ?? '';
    expect(await isTaken(lost)).toBe(false);
  });

  test('of two people to one name succeed once, and the other person keeps their name', async () => {
    const people = [await newPerson(world), await newPerson(world)];
    const name = newName();
    const answers = await Promise.all(people.map((person) => rename(person, name)));
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409]);
    const loser = people[answers.findIndex(({ http }) => http === 409)] as Person;
    expect((await look(loser.user.username)).body.data[0].id).toBe(loser.user.id);
    expect((await enter(loser.user.username)).http).toBe(200);
  });

  test('and registrations of the same name succeed once', async () => {
    const person = await newPerson(world);
    const name = newName();
    const [registered, changed] = await Promise.all([register(name), rename(person, name)]);
    expect([registered.http, changed.http].sort()).toEqual([200, 409]);
    const holder = await holderOfUsername(table, name, world.now());
    expect(holder?.userId).toBe(changed.http === 200 ? person.user.id : registered.body.data[0].id);
  });
});

const renameAgain = (person: Person, username: string) =>
  responseTo(person.editsProfile(formOf(person, { username }), { as: person }));

/** Checks that both names and the session agree. Returns whether the person has the new name. */
async function expectWhole(
  { user, refreshToken, refreshes }: Person,
  name: string,
): Promise<boolean> {
  const now = world.now();
  const renamed = (await userById(table, user.id, now))?.username === name;
  expect((await holderOfUsername(table, name, now))?.userId).toBe(renamed ? user.id : undefined);
  const former = await holderOfUsername(table, user.username, now);
  expect([former?.userId, former?.signpost]).toEqual([user.id, renamed ? true : undefined]);
  expect((await responseTo(refreshes(refreshToken))).http).toBe(renamed ? 401 : 200);
  return renamed;
}

test('after a crash at any effect, the username has changed completely with all sessions ended, or not at all', async () => {
  let names = 0;
  await world.crashingAtEveryWrite(async ({ crash }) => {
    names += 1;
    const [person, name] = [await newPerson(world), `crashed_${names}`];
    world.advance(SECOND);
    const lived = await crash(() => renameAgain(person, name));
    const renamed = await expectWhole(person, name);
    if (lived) expect(renamed).toBe(true);
  });
});
