import { describe, expect, test } from '@jest/globals';
import { readAccessToken } from '#functions/auth/tokens.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

describe('choosing the free plan', () => {
  const choice = { price: '8.50', perMonth: '7' };

  test('completes a confirmed registration', async () => {
    const person = await newPerson(world, { licenseId: 'NONE' });
    const { user, token } = person;
    const { body } = await responseTo(person.choosesFree(choice));
    expect(body).toEqual({ status: 'SUCCESS', access_token: expect.any(String) });
    const before = await readAccessToken(token, world.now());
    expect(await readAccessToken(body.access_token, world.now())).toEqual({
      ...before,
      plan: 'FREE',
    });
    expect(await userById(table, user.id, world.now())).toMatchObject({
      licenseId: 'FREE',
      paidResponsePrice: 850,
      paidResponseCommitment: 7,
    });
  });

  test('can be repeated, and the last choice counts', async () => {
    const person = await newPerson(world, { licenseId: 'NONE' });
    const { user } = person;
    for (const price of ['8.50', '8.50', '9']) await person.choosesFree({ ...choice, price });
    expect(await userById(table, user.id, world.now())).toMatchObject({ paidResponsePrice: 900 });
  });

  test('does not remove a paid plan', async () => {
    const person = await newPerson(world, { licenseId: 'STARTER' });
    const { user } = person;
    await expectRefused(person.choosesFree(choice), 409, 'WRONG_STATUS');
    expect(await userById(table, user.id, world.now())).toEqual(user);
  });

  test('names the broken rule at each field', async () => {
    const person = await newPerson(world, { licenseId: 'NONE' });
    const wrong = { license: 'STARTER', paidResponsePrice: '0.99', paidResponseCommitment: '-1' };
    expect((await responseTo(person.calls('saveFreeRegistration', wrong))).body.fields).toEqual({
      license: 'Please choose a plan',
      paidResponsePrice: 'Please enter a dollar value of a $1.00 or more',
      paidResponseCommitment: 'Please enter a value of zero or more',
    });
  });
});
