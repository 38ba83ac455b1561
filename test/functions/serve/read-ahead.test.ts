import { describe, expect, test } from '@jest/globals';
import { type Call, serve } from '#functions/serve.ts';
import { entryKey, type KeyOf, userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import { newId } from '#shared/ids.ts';
import { call } from '../../support/call.ts';
import { greeting } from '../../support/greeting.ts';
import { takeRefusals } from '../../support/guard-roles.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Items that the session check reads for the handler: functions/storage/read-ahead.ts. */

const world = worldOfFile();

const definition = { ...greeting({ who: 'signedIn' }), uses: ['accounts.write'] as const };
type Table = Call<typeof definition>['table'];

type Note = { readonly text: string };

/** The key of an item of the caller that no other code writes. */
const noteKey = (userId: string): KeyOf<Note> => ({ pk: userKey(userId).pk, sk: 'NOTE' });
const writeNote = (userId: string, text: string) =>
  table.write(update(noteKey(userId), { set: { text } }));
const textOf = async (from: Table, userId: string) => (await from.get<Note>(noteKey(userId)))?.text;

/** Calls an operation that reads the caller's note ahead, and returns its response and what it cost. */
function greetWithNote(
  { token }: Person,
  act: (table: Table, userId: string) => Promise<string | undefined>,
  input = { name: 'Ada' },
) {
  const handler = serve(
    definition,
    async (_input, { table: its, caller }) => ({
      greeting: (await act(its, caller.userId)) ?? 'nothing',
    }),
    { readAhead: (_input, { callerId }) => [noteKey(callerId)] },
  );
  return metered(() => call(handler, input, { token }));
}

async function personWithNote(text: string): Promise<Person> {
  const person = await newPerson(world);
  await writeNote(person.user.id, text);
  return person;
}

describe('an item that is read ahead', () => {
  test('costs the handler no call of its own', async () => {
    const person = await personWithNote('first');
    const { cost, result } = await greetWithNote(person, textOf);
    expect(result.body).toMatchObject({ greeting: 'first' });
    expect(cost).toEqual({ calls: 1, reads: 3, writes: 0 });
  });

  test('is missing if it is missing in the table', async () => {
    const { cost, result } = await greetWithNote(await newPerson(world), textOf);
    expect(result.body).toMatchObject({ greeting: 'nothing' });
    expect(cost.calls).toBe(1);
  });

  test('is read with others of one batch in the order that was asked for', async () => {
    const [person, other] = [await personWithNote('mine'), await personWithNote('other')];
    const keys = [other, person, await newPerson(world)].map(({ user }) => noteKey(user.id));
    const { result } = await greetWithNote(person, async (its) => {
      const notes = await its.getMany<{ text: string }>(keys);
      return notes.map((note) => note?.text).join();
    });
    expect(result.body).toMatchObject({ greeting: 'other,mine,' });
  });

  test('is read again once the handler has waited for something outside', async () => {
    const { result } = await greetWithNote(await personWithNote('first'), async (its, userId) => {
      const [before] = [await textOf(its, userId), await writeNote(userId, 'second')];
      return `${before} ${await textOf(its, userId)}`;
    });
    expect(result.body).toMatchObject({ greeting: 'first second' });
  });

  test('is read again by a handler that waits before it first asks for the item', async () => {
    const { result } = await greetWithNote(await personWithNote('first'), async (its, userId) => {
      await writeNote(userId, 'second');
      return textOf(its, userId);
    });
    expect(result.body).toMatchObject({ greeting: 'second' });
  });

  test('is read again after a write of the handler', async () => {
    const { result } = await greetWithNote(await personWithNote('first'), async (its, userId) => {
      await its.write(update(noteKey(userId), { set: { text: 'own' } }));
      return textOf(its, userId);
    });
    expect(result.body).toMatchObject({ greeting: 'own' });
  });

  test('does not reach the next call', async () => {
    const person = await personWithNote('first');
    await greetWithNote(person, textOf);
    await writeNote(person.user.id, 'second');
    const { result } = await greetWithNote(person, textOf);
    expect(result.body).toMatchObject({ greeting: 'second' });
  });

  test('needs the permission of the operation', async () => {
    const handler = serve(definition, async () => ({ greeting: 'Hello' }), {
      readAhead: () => [entryKey(newId(world.now()))],
    });
    const { token } = await newPerson(world);
    expect((await call(handler, { name: 'Ada' }, { token })).http).toBe(500);
    expect(takeRefusals()).toEqual([
      'greet is not authorized to perform BatchGetItem under ENTRY#*: its definition uses accounts.write.',
    ]);
  });
});

describe('an operation that reads ahead', () => {
  test('refuses an ended session in the same single call and reveals nothing', async () => {
    const person = await personWithNote('secret');
    await person.calls('signOut');
    const { cost, result } = await greetWithNote(person, textOf);
    expect(result).toMatchObject({ http: 401, body: { status: 'UNAUTHENTICATED' } });
    expect(JSON.stringify(result.body)).not.toContain('secret');
    expect(cost).toMatchObject({ calls: 1, writes: 0 });
  });

  test('refuses an ended session before it says what is wrong with the input', async () => {
    const person = await newPerson(world);
    await person.calls('signOut');
    const { result } = await greetWithNote(person, textOf, { name: '' });
    expect(result.http).toBe(401);
  });

  test('reads only the session and the account if the input is invalid', async () => {
    const { cost, result } = await greetWithNote(await newPerson(world), textOf, { name: '' });
    expect(result.body).toMatchObject({ status: 'INVALID_INPUT' });
    expect(cost).toEqual({ calls: 1, reads: 2, writes: 0 });
  });
});
