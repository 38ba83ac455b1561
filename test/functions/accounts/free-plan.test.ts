import { describe, expect, test } from '@jest/globals';
import { handler as saveFreeRegistration } from '#functions/accounts/saveFreeRegistration.ts';
import { readAccessToken } from '#functions/auth/tokens.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { call } from '../../support/call.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

describe('choosing the free plan', () => {
  const choice = { license: 'FREE', paidResponsePrice: '8.50', paidResponseCommitment: '7' };

  test('completes a confirmed registration', async () => {
    const { user, token } = await newPerson(world, { licenseId: 'NONE' });
    const { body } = await call(saveFreeRegistration, choice, { token });
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
    const { user, token } = await newPerson(world, { licenseId: 'NONE' });
    for (const paidResponsePrice of ['8.50', '8.50', '9'])
      expect(
        (await call(saveFreeRegistration, { ...choice, paidResponsePrice }, { token })).http,
      ).toBe(200);
    expect(await userById(table, user.id, world.now())).toMatchObject({ paidResponsePrice: 900 });
  });

  test('does not remove a paid plan', async () => {
    const { user, token } = await newPerson(world, { licenseId: 'STARTER' });
    expectRefusal(await call(saveFreeRegistration, choice, { token }), 409, 'WRONG_STATUS');
    expect(await userById(table, user.id, world.now())).toEqual(user);
  });

  test('names the broken rule at each field', async () => {
    const { token } = await newPerson(world, { licenseId: 'NONE' });
    const wrong = { license: 'STARTER', paidResponsePrice: '0.99', paidResponseCommitment: '-1' };
    expect((await call(saveFreeRegistration, wrong, { token })).body.fields).toEqual({
      license: 'Please choose a plan',
      paidResponsePrice: 'Please enter a dollar value of a $1.00 or more',
      paidResponseCommitment: 'Please enter a value of zero or more',
    });
  });
});
