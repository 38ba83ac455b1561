import { describe, expect, test } from '@jest/globals';
import { type Caller, readAccessToken } from '#functions/auth/tokens.ts';
import { type CallResponse, responseTo } from '#lib/local/deeds/calls.ts';
import { MINUTE } from '#shared/time.ts';
import { bearer, newPerson } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Access tokens after a plan change: the response contains a token with the new plan. */

const world = worldOfFile();

const CHOICE = { price: '8.50', perMonth: '7' };
/** The list of contacts, which needs a paid plan, with this access token. */
const contacts = (token: string | undefined) =>
  responseTo(bearer(token).calls('viewTopUserContacts'));
const read = (token: string) => readAccessToken(token, world.now());

/** Returns the claims of the access token in a response. */
async function said({ http, body }: CallResponse): Promise<Caller | undefined> {
  expect(http).toBe(200);
  return read(body.access_token);
}

test('an upgrade uses the account’s plan, not that of a token from before the registration ended', async () => {
  const person = await newPerson(world, { licenseId: 'NONE' });
  await person.choosesFree(CHOICE);
  await person.savesCard();
  await person.choosesPlan();
});

test('an unfinished registration cannot be upgraded, even with a token that has a plan', async () => {
  const person = await newPerson(world, { licenseId: 'NONE' });
  const { body } = await responseTo(person.choosesPlan());
  expect(body).toMatchObject({
    status: 'WRONG_STATUS',
    message: 'Please finish your registration first.',
  });
});

test('a token from a response expires with the token of the request', async () => {
  const person = await newPerson(world, { licenseId: 'NONE' });
  world.advance(10 * MINUTE);
  const { access_token: token } = await person.choosesFree({ ...CHOICE, as: person });
  world.advance(5 * MINUTE + 1_000);
  expect(await read(token ?? '')).toBeUndefined();
  await expectRefused(bearer(token).choosesFree(CHOICE), 401, 'UNAUTHENTICATED');
});

describe('the access token in the response of', () => {
  test('saveFreeRegistration has the plan FREE', async () => {
    const person = await newPerson(world, { licenseId: 'NONE' });
    const before = await read(person.token);
    expect(await said(await responseTo(person.choosesFree(CHOICE)))).toEqual({
      ...before,
      plan: 'FREE',
    });
  });

  test('savePaidRegistration has the paid plan', async () => {
    const person = await newPerson(world, { licenseId: 'NONE' });
    const answer = await responseTo(person.choosesPaid('STARTER'));
    expect(await said(answer)).toMatchObject({ plan: 'STARTER', userId: person.user.id });
    expect((await contacts(answer.body.access_token)).http).toBe(200);
  });

  test('upgradeSubscription has the larger plan, also in the response to a repeated request', async () => {
    const person = await newPerson(world);
    await person.savesCard();
    expect((await contacts(person.token)).body.status).toBe('PLAN_REQUIRED');
    const answer = await responseTo(person.choosesPlan());
    expect(await said(answer)).toMatchObject({ plan: 'STARTER' });
    expect((await contacts(answer.body.access_token)).http).toBe(200);
    expect(await said(await responseTo(person.choosesPlan()))).toMatchObject({ plan: 'STARTER' });
  });

  test('cancelSubscription has the plan until the end of the paid month, or FREE if the plan ends immediately', async () => {
    const person = await newPerson(world);
    await person.savesCard();
    await person.choosesPlan();
    expect(await said(await responseTo(person.endsPlan()))).toMatchObject({ plan: 'STARTER' });
    const guest = await newPerson(world, { licenseId: 'STARTER' });
    expect(await said(await responseTo(guest.endsPlan()))).toMatchObject({ plan: 'FREE' });
  });
});
