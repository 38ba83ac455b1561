import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { handler as saveFreeRegistration } from '../../../functions/accounts/saveFreeRegistration.ts';
import { type Caller, readAccessToken } from '../../../functions/auth/tokens.ts';
import { handler as viewTopUserContacts } from '../../../functions/contacts/viewTopUserContacts.ts';
import { MINUTE } from '../../../shared/time.ts';
import { type Answer, call } from '../../support/call.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { cancelPlan, putOnFile, registerOn, upgrade } from '../../support/plans.ts';
import { startWorld, type World } from '../../support/world.ts';

/* A change of the plan answers with an access token that says so. */

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const CHOICE = { license: 'FREE', paidResponsePrice: '8.50', paidResponseCommitment: '7' };
const finishFree = ({ token }: Person) => call(saveFreeRegistration, CHOICE, { token });
const contacts = (token: string) => call(viewTopUserContacts, {}, { method: 'GET', token });
const read = (token: string) => readAccessToken(token, world.now());

/** What the token in an answer says. */
async function said({ http, body }: Answer): Promise<Caller | undefined> {
  expect(http).toBe(200);
  return read(body.access_token);
}

describe('the access token in the answer of', () => {
  test('saveFreeRegistration says FREE', async () => {
    const person = await newPerson(world, { licenseId: 'NONE' });
    const before = await read(person.token);
    expect(await said(await finishFree(person))).toEqual({ ...before, plan: 'FREE' });
  });

  test('savePaidRegistration says the plan that was paid', async () => {
    const person = await newPerson(world, { licenseId: 'NONE' });
    const answer = await registerOn(person);
    expect(await said(answer)).toMatchObject({ plan: 'STARTER', userId: person.user.id });
    expect((await contacts(answer.body.access_token)).http).toBe(200);
  });

  test('upgradeSubscription says the larger plan, and a repeated one says it again', async () => {
    const person = await newPerson(world);
    await putOnFile(person);
    expect((await contacts(person.token)).body.status).toBe('PLAN_REQUIRED');
    const answer = await upgrade(person);
    expect(await said(answer)).toMatchObject({ plan: 'STARTER' });
    expect((await contacts(answer.body.access_token)).http).toBe(200);
    expect(await said(await upgrade(person))).toMatchObject({ plan: 'STARTER' });
  });

  test('cancelSubscription says the plan to the end of the paid month, and FREE where it ends at once', async () => {
    const person = await newPerson(world);
    await putOnFile(person);
    await upgrade(person);
    expect(await said(await cancelPlan(person))).toMatchObject({ plan: 'STARTER' });
    const guest = await newPerson(world, { licenseId: 'STARTER' });
    expect(await said(await cancelPlan(guest))).toMatchObject({ plan: 'FREE' });
  });
});

test('an upgrade goes by the account and not by a token from before the registration ended', async () => {
  const person = await newPerson(world, { licenseId: 'NONE' });
  await finishFree(person);
  await putOnFile(person);
  expect((await upgrade(person)).http).toBe(200);
});

test('a registration that is not finished cannot be upgraded, whatever plan the token says', async () => {
  const person = await newPerson(world, { licenseId: 'NONE' });
  const { body } = await upgrade(person);
  expect(body).toMatchObject({
    status: 'WRONG_STATUS',
    message: 'Please finish your registration first.',
  });
});

test('a token from an answer ends when the token of the request does', async () => {
  const person = await newPerson(world, { licenseId: 'NONE' });
  world.advance(10 * MINUTE);
  const { body } = await finishFree(person);
  world.advance(5 * MINUTE + 1_000);
  expect(await read(body.access_token)).toBeUndefined();
  expect((await finishFree({ ...person, token: body.access_token })).http).toBe(401);
});
