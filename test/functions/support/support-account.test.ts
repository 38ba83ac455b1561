import { beforeAll, expect, test } from '@jest/globals';
import { handler as makeSupportAccount } from '#functions/deployment/makeSupportAccount.ts';
import { userByUsername } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { lambdaContext } from '../../support/call.ts';
import { bearer, newPerson, visitor } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { supportOf } from '../../support/tickets.ts';
import { SECRETS } from '../../support/world.ts';

/* The support account, which a deployment creates to receive help tickets. */

const PASSWORD = 'Generated-by-the-deployment-1';
const world = worldOfFile();
beforeAll(() => {
  // The fake secret store returns the same secret for every id.
  Object.assign(SECRETS, { password: PASSWORD });
  process.env.SUPPORT_PASSWORD_ARN = 'the password of support';
});

const deploy = () => makeSupportAccount({}, lambdaContext());
const support = () => userByUsername(table, 'support', world.now());

test('without a support account, a ticket is answered with a server error', async () => {
  await expectRefused((await newPerson(world)).asksSupport(), 500, 'INTERNAL');
});

test('two concurrent deployments create one support account, which signs in with the generated password', async () => {
  await Promise.all([deploy(), deploy()]);
  const signedIn = await responseTo(
    visitor().calls('authenticate', { username: 'support', password: PASSWORD }),
  );
  expect(signedIn.body.user_id).toBe((await support())?.id);
  await (await newPerson(world)).asksSupport();
});

test('a later deployment does not change the support account', async () => {
  const before = await support();
  Object.assign(SECRETS, { password: 'Another-password-2' });
  await deploy();
  expect(await support()).toEqual(before);
});

test('the support account has no phone at first, and can add one for recovery', async () => {
  const phoneNumber = '+15552009999';
  const { token } = await supportOf(world);
  expect((await support())?.phoneNumber).toBe('');
  const sent = await responseTo(
    bearer(token).calls('sendVerificationCode', { phoneNumber: '(555) 200-9999' }),
  );
  expect(sent.http).toBe(200);
  const code = world.codeSentTo(phoneNumber);
  const changed = await responseTo(
    bearer(token).calls('changePhoneNumber', {
      phoneNumber: '(555) 200-9999',
      code,
      password: PASSWORD,
    }),
  );
  expect(changed.http).toBe(200);
  expect((await support())?.phoneNumber).toBe(phoneNumber);
});
