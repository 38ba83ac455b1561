import { describe, expect, test } from '@jest/globals';
import { handler as saveFreeRegistration } from '#functions/accounts/saveFreeRegistration.ts';
import { type Caller, readAccessToken } from '#functions/auth/tokens.ts';
import { handler as viewTopUserContacts } from '#functions/contacts/viewTopUserContacts.ts';
import { MINUTE } from '#shared/time.ts';
import { type Answer, call } from '../../support/call.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { cancelPlan, putOnFile, registerOn, upgrade } from '../../support/plans.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Access tokens after a plan change: the response contains a token with the new plan. */

const world = worldOfFile();

const CHOICE = { license: 'FREE', paidResponsePrice: '8.50', paidResponseCommitment: '7' };
const finishFree = ({ token }: Person) => call(saveFreeRegistration, CHOICE, { token });
const contacts = (token: string) => call(viewTopUserContacts, {}, { method: 'GET', token });
const read = (token: string) => readAccessToken(token, world.now());

/** Returns the claims of the access token in a response. */
async function said({ http, body }: Answer): Promise<Caller | undefined> {
  expect(http).toBe(200);
  return read(body.access_token);
}

test('an upgrade uses the account’s plan, not that of a token from before the registration ended', async () => {
  const person = await newPerson(world, { licenseId: 'NONE' });
  await finishFree(person);
  await putOnFile(person);
  expect((await upgrade(person)).http).toBe(200);
});

test('an unfinished registration cannot be upgraded, even with a token that has a plan', async () => {
  const person = await newPerson(world, { licenseId: 'NONE' });
  const { body } = await upgrade(person);
  expect(body).toMatchObject({
    status: 'WRONG_STATUS',
    message: 'Please finish your registration first.',
  });
});

test('a token from a response expires with the token of the request', async () => {
  const person = await newPerson(world, { licenseId: 'NONE' });
  world.advance(10 * MINUTE);
  const { body } = await finishFree(person);
  world.advance(5 * MINUTE + 1_000);
  expect(await read(body.access_token)).toBeUndefined();
  expect((await finishFree({ ...person, token: body.access_token })).http).toBe(401);
});

describe('the access token in the response of', () => {
  test('saveFreeRegistration has the plan FREE', async () => {
    const person = await newPerson(world, { licenseId: 'NONE' });
    const before = await read(person.token);
    expect(await said(await finishFree(person))).toEqual({ ...before, plan: 'FREE' });
  });

  test('savePaidRegistration has the paid plan', async () => {
    const person = await newPerson(world, { licenseId: 'NONE' });
    const answer = await registerOn(person);
    expect(await said(answer)).toMatchObject({ plan: 'STARTER', userId: person.user.id });
    expect((await contacts(answer.body.access_token)).http).toBe(200);
  });

  test('upgradeSubscription has the larger plan, also in the response to a repeated request', async () => {
    const person = await newPerson(world);
    await putOnFile(person);
    expect((await contacts(person.token)).body.status).toBe('PLAN_REQUIRED');
    const answer = await upgrade(person);
    expect(await said(answer)).toMatchObject({ plan: 'STARTER' });
    expect((await contacts(answer.body.access_token)).http).toBe(200);
    expect(await said(await upgrade(person))).toMatchObject({ plan: 'STARTER' });
  });

  test('cancelSubscription has the plan until the end of the paid month, or FREE if the plan ends immediately', async () => {
    const person = await newPerson(world);
    await putOnFile(person);
    await upgrade(person);
    expect(await said(await cancelPlan(person))).toMatchObject({ plan: 'STARTER' });
    const guest = await newPerson(world, { licenseId: 'STARTER' });
    expect(await said(await cancelPlan(guest))).toMatchObject({ plan: 'FREE' });
  });
});
