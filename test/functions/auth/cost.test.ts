import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { documents } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { MINUTE } from '#shared/time.ts';
import { bearer, newPerson, type Person, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * The table requests of each operation, in order. Every additional request makes the response slower, so a change of
 * a line here must be intended. `count` is the counter of a rate limit.
 */

const world = worldOfFile();
let ada: Person;
beforeAll(async () => {
  ada = await newPerson(world);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The kinds of the table requests in the order they were sent: `get`, `put`, `update`, `transact 3` … */
async function costOf(run: () => Promise<{ http: number }>): Promise<string[]> {
  const spy = jest.spyOn(documents, 'send').mockClear();
  expect((await run()).http).toBe(200);
  return spy.mock.calls.map(([command]) => nameOf(command));
}

function nameOf(command: { constructor: { name: string }; input: object }): string {
  const input = command.input as {
    Key?: { pk: string };
    TransactItems?: unknown[];
    RequestItems?: Record<string, { Keys: unknown[] }>;
  };
  if (input.Key?.pk.startsWith('LIMIT#')) return 'count';
  const name = command.constructor.name.replace('Command', '').toLowerCase();
  if (input.TransactItems) return `transact ${input.TransactItems.length}`;
  const [keys] = Object.values(input.RequestItems ?? {});
  return keys ? `get ${keys.Keys.length}` : name;
}

const form = {
  fullName: 'Costly Person',
  username: 'costly',
  phoneNumber: '(555) 700-0001',
  password: PASSWORD,
};
const choice = { price: '2', perMonth: '3' };

describe('table requests:', () => {
  test('registering and confirming take one transaction each', async () => {
    let userId = '';
    const registering = async () => {
      const answer = await responseTo(visitor().registers(form));
      userId = answer.body.data[0].id;
      return answer;
    };
    expect(await costOf(registering)).toEqual(['count', 'transact 5', 'transact 2']);
    world.advance(MINUTE);
    expect(await costOf(() => responseTo(visitor().asksForCodeAgain({ id: userId })))).toEqual([
      'count',
      'get',
      'get',
      'put',
      'transact 2',
    ]);
    const verificationCode = world.codeSentTo('+15557000001');
    expect(
      await costOf(() => responseTo(visitor().confirmsNumber({ id: userId }, verificationCode))),
    ).toEqual(['count', 'update', 'get', 'get', 'transact 7']);
  });

  test('signing in by password takes three reads and a transaction', async () => {
    const { username } = ada.user;
    // Its device is not known, so the transaction publishes an event that tells the owner.
    expect(await costOf(() => responseTo(visitor().signsIn(username)))).toEqual([
      'count',
      'count',
      'count',
      'get',
      'get',
      'get',
      'transact 4',
    ]);
  });

  test('signing in by text message takes a read and a write for the code, then two reads and a transaction', async () => {
    const { phoneNumber } = ada.user;
    expect(await costOf(() => responseTo(visitor().asksForLoginCode(phoneNumber)))).toEqual([
      'count',
      'count',
      'get',
      'put',
      'count',
      'count',
    ]);
    const verificationCode = world.codeSentTo(phoneNumber);
    expect(
      await costOf(() => responseTo(visitor().signsInByCode(phoneNumber, verificationCode))),
    ).toEqual(['count', 'update', 'get', 'get', 'transact 5']);
  });

  test('a password reset takes one transaction, and a delete per ended session', async () => {
    const { user } = await newPerson(world);
    const { username } = user;
    expect(await costOf(() => responseTo(visitor().asksForReset(username)))).toEqual([
      'count',
      'count',
      'count',
      'get',
      'get',
      'put',
      'count',
      'count',
    ]);
    const code = world.codeSentTo(user.phoneNumber);
    expect(await costOf(() => responseTo(visitor().checksReset(username, code)))).toEqual([
      'count',
      'update',
      'update',
      'query',
    ]);
    expect(await costOf(() => responseTo(visitor().resetsPassword(username, code)))).toEqual([
      'count',
      'update',
      'get',
      'query',
      'transact 5',
      'query',
      'delete',
    ]);
  });

  test('refreshing tokens takes one read of two items and one write', async () => {
    const { refreshToken: token } = await newPerson(world);
    expect(await costOf(() => responseTo(visitor().refreshes(token)))).toEqual(['get 2', 'update']);
  });

  test('signing out takes a delete and a query', async () => {
    const { token } = await newPerson(world);
    const cost = await costOf(() => responseTo(bearer(token).signsOut()));
    expect(cost).toEqual(['delete', 'query']);
  });

  test('checkUser takes the session check, and a write once per visit', async () => {
    const { token } = await newPerson(world);
    const asking = () => responseTo(bearer(token).account());
    expect(await costOf(asking)).toEqual(['get 2', 'update']);
    expect(await costOf(asking)).toEqual(['get 2']);
  });

  test('checking whether a username or number is taken takes at most one read', async () => {
    expect(await costOf(() => responseTo(visitor().asksForUsername('some_name')))).toEqual(['get']);
    expect(await costOf(() => responseTo(visitor().asksForUsername('support')))).toEqual([]);
    expect(await costOf(() => responseTo(visitor().asksForPhoneNumber('(555) 700-0009')))).toEqual([
      'count',
      'get',
    ]);
  });

  test('viewing a profile takes one read by id, and two by username', async () => {
    const { id, username } = ada.user;
    expect(await costOf(() => responseTo(visitor().profileOf({ id })))).toEqual(['get 4']);
    expect(await costOf(() => responseTo(visitor().profileNamed(username)))).toEqual([
      'get',
      'get 4',
    ]);
  });

  test('counting a profile view takes no read of its own, and a write once a day', async () => {
    const { token } = await newPerson(world);
    const viewing = (by: string) =>
      responseTo(visitor().profileNamed(ada.user.username, { as: { token: by } }));
    expect((await costOf(() => viewing(token))).sort()).toEqual(['get', 'get 7', 'put']);
    expect((await costOf(() => viewing(token))).sort()).toEqual(['get', 'get 7']);
    expect(await costOf(() => viewing(ada.token))).toEqual(['get', 'get 4']);
  });

  test('viewDashboardStats reads seven items in one request', async () => {
    const { token } = ada;
    expect(await costOf(() => responseTo(bearer(token).dashboard()))).toEqual(['get 7']);
  });

  test('setting price and commitment or completing a registration takes the session check and a transaction', async () => {
    const { token } = ada;
    expect(await costOf(() => responseTo(bearer(token).choosesFree(choice)))).toEqual([
      'get 2',
      'transact 2',
    ]);
    expect(await costOf(() => responseTo(bearer(token).setsPrice(choice)))).toEqual([
      'get 2',
      'transact 2',
    ]);
    expect(await costOf(() => responseTo(bearer(token).offer()))).toEqual(['get']);
  });
});
