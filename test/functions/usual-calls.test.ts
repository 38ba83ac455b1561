import { beforeAll, expect, test } from '@jest/globals';
import Ajv2020 from 'ajv/dist/2020.js';
import { isPublic, userById, usersById } from '#functions/storage/accounts/users.ts';
import { openSession, userOfLiveSession } from '#functions/storage/auth/sessions.ts';
import { sessionKey, userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { openApiDocument } from '#lib/openapi/document.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import type { Instant } from '#shared/time.ts';
import { operationList, usualCall } from '#test/usual-calls/usual-calls.ts';
import { type Answer, call } from '../support/call.ts';
import { domainEventsAbout } from '../support/domain-events.ts';
import { hintsIn } from '../support/live-hints.ts';
import { createdPeople, type Person } from '../support/people.ts';
import { scanTable } from '../support/scanned-table.ts';
import { worldOfFile } from '../support/test-world.ts';
import { SETTINGS } from '../support/world.ts';

/*
 * The usual call of each operation (test/usual-calls): the OpenAPI document describes its input and its response; what creates or ends
 * something does so once when the call is repeated, after a lost response or a double tap; devices whose session it ends are notified,
 * and the search index gets the changed names; a code works once; and no response shows the portrait of a blocked
 * account. All checks of an operation share one preparation, because it takes longer than they do.
 */

const world = worldOfFile();
const { hintsFor } = hintsIn(world);
beforeAll(() => {
  // All callers in this file have the same IP address.
  process.env.SETTINGS = JSON.stringify({ ...SETTINGS, peoplePerAddress: 1_000 });
});

type Usual = Awaited<ReturnType<typeof usualCall>> & {
  /** The people who take part in it, each with the id of a session on another device. */
  readonly people: readonly (Person & { readonly elsewhere: string })[];
  /** When it was prepared. */
  readonly at: Instant;
};

const send = ({ handler, input, options }: Usual) => call(handler, input, options);

/** Prepares the usual call of an operation. */
async function prepared({ area, definition }: Operation): Promise<Usual> {
  const before = createdPeople.length;
  const usual = await usualCall(world, area, definition);
  const at = world.now();
  const people = createdPeople.slice(before).map(async (person) => {
    const { step, sessionId } = openSession(person.user.id, world.now());
    await table.write(step);
    return { ...person, elsewhere: sessionId };
  });
  return { ...usual, at, people: await Promise.all(people) };
}

/** Sends the usual call and makes the checks that every operation has to pass. */
async function sendChecked(definition: OperationSpec, usual: Usual): Promise<Answer> {
  world.hints.length = 0;
  const before = await foundAs(usual);
  const triedBefore = await triedCodes(usual);
  const answer = await send(usual);
  expectDescribed(definition, usual, answer);
  expect(await triedCodes(usual)).toEqual(triedBefore);
  await expectEndedSessionsNotified(usual);
  await expectSearchUpdate(usual, before);
  return answer;
}

/** The codes with counted tries, if the call has a code. A right code has none: it is spent, or its try is not counted. */
async function triedCodes({ input }: Usual): Promise<readonly unknown[]> {
  if (!Object.keys(input).some((name) => /code$/i.test(name))) return [];
  return (await scanTable(world.tableName, 'CODE#')).filter(({ tries }) => tries !== 0);
}

/** How each of the people is found: nothing for an account that is not public. */
async function foundAs({ people }: Usual): Promise<readonly string[]> {
  const ids = people.map(({ user }) => user.id);
  const users = ids.length > 0 ? await usersById(table, ids, world.now()) : [];
  return users.map((user) => (user && isPublic(user) ? `${user.fullName} @${user.username}` : ''));
}

/** Checks that an event updates the search index for each person who is found by other names than before. */
async function expectSearchUpdate(usual: Usual, before: readonly string[]): Promise<void> {
  const after = await foundAs(usual);
  for (const [nth, person] of usual.people.entries()) {
    if (after[nth] === before[nth]) continue;
    const [newest] = (await domainEventsAbout(world, 'user.named', person)).reverse();
    expect(newest?.at).toBeGreaterThanOrEqual(usual.at);
  }
}

/** Checks that ended sessions are deleted and their devices notified; after a block its event notifies them. */
async function expectEndedSessionsNotified({ people }: Usual): Promise<void> {
  for (const { elsewhere, ...person } of people) {
    const { id } = person.user;
    const { user: live } = await userOfLiveSession(table, id, elsewhere, world.now());
    const isBlocked = (await userById(table, id, world.now()))?.blockedAt !== undefined;
    if (live) continue;
    expect(await table.get(sessionKey(id, elsewhere))).toBeUndefined();
    if (isBlocked) continue;
    expect(hintsFor(person)).toContainEqual({ kind: 'sessionEnded', sessionId: null });
  }
}

/** Blocks everybody except the caller, gives them portraits, and checks that the response shows none of these. */
async function expectNoBlockedPortrait(area: string, usual: Usual): Promise<void> {
  // Staff see the portraits of blocked accounts, which they decide about.
  if (area === 'desk') return;
  const { token } = usual.options;
  const others = usual.people.filter((one) => ![one.token, one.refreshToken].includes(`${token}`));
  const addressOf = ({ user }: Person) => `https://media.test/${user.id}.jpg`;
  for (const one of others) {
    const blocked = { avatarUrl: addressOf(one), blockedAt: world.now() };
    await table.write(update(userKey(one.user.id), { set: blocked }));
  }
  const { body } = await send(usual);
  const shown = others.map(addressOf).filter((address) => JSON.stringify(body).includes(address));
  expect(shown).toEqual([]);
}

type Operation = { readonly area: string; readonly definition: OperationSpec };

const operations = operationList().map(({ area, definition }) => ({
  area,
  definition,
  name: definition.name,
}));
const repeatable = (by: OperationSpec['idempotent']) =>
  operations.filter(({ definition }) => definition.idempotent === by);

test.each(repeatable(undefined))(
  '$name responds to its usual call as its OpenAPI description says',
  async (operation) => {
    const usual = await prepared(operation);
    await sendChecked(operation.definition, usual);
    await expectNoBlockedPortrait(operation.area, usual);
  },
);

test.each(repeatable('byNature'))(
  '$name succeeds again when it is repeated, as its OpenAPI description says',
  async (operation) => {
    const usual = await prepared(operation);
    await sendChecked(operation.definition, usual);
    expect((await send(usual)).http).toBe(200);
    await expectNoBlockedPortrait(operation.area, usual);
  },
);

/** A response without the form of an upload, which is signed anew for the same attachment each time. */
const withoutForm = (body: unknown) =>
  JSON.parse(JSON.stringify(body), (name, value) =>
    name === 'upload' || name === 'uploadUntil' ? undefined : value,
  );

const WRONG_KEYS = ['with spaces', 'x'.repeat(201), 'ünïcode'];

test.each(repeatable('byKey'))(
  '$name refuses malformed keys, and returns one response, as its OpenAPI description says, to concurrent and later calls with one key',
  async (operation) => {
    const usual = await prepared(operation);
    for (const key of WRONG_KEYS) {
      const options = { ...usual.options, headers: { 'idempotency-key': key } };
      const { http, body } = await call(usual.handler, usual.input, options);
      expect([http, Object.keys(body.fields)]).toEqual([400, ['Idempotency-Key']]);
    }
    const [one, other] = await Promise.all([sendChecked(operation.definition, usual), send(usual)]);
    const later = await send(usual);
    for (const { http, body } of [other, later])
      expect([http, withoutForm(body)]).toEqual([one.http, withoutForm(one.body)]);
  },
);

// Without the refusals, which no usual call meets, and which take seconds to find.
const document = JSON.parse(JSON.stringify(openApiDocument(new Map())));
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ ...document, $id: 'document' });

/** Checks that a call succeeded, and that its input and its response match the document. */
function expectDescribed(
  { path, method }: OperationSpec,
  { input }: Usual,
  { http, body }: Answer,
): void {
  expect(http).toBe(200);
  const at = ['paths', path, method.toLowerCase()];
  const { requestBody, parameters = [] } = document.paths[path][method.toLowerCase()];
  const queried = parameters.filter((one: { in: string }) => one.in === 'query');
  const names = queried.map(({ name }: { name: string }) => name);
  if (requestBody)
    expect(wrongs([...at, 'requestBody', 'content', 'application/json', 'schema'], input)).toEqual(
      [],
    );
  else expect(Object.keys(input).filter((name) => !names.includes(name))).toEqual([]);
  expect(
    wrongs([...at, 'responses', '200', 'content', 'application/json', 'schema'], body),
  ).toEqual([]);
}

/** Returns the violations of a value against the schema at `path` in the document. */
function wrongs(path: readonly string[], value: unknown): string[] {
  const pointer = path.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/');
  const check = ajv.compile({ $ref: `document#/${pointer}` });
  return check(value) ? [] : [`${path.join(' ')}: ${ajv.errorsText(check.errors)}`];
}
