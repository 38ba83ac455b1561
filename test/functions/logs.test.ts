import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import Stripe from 'stripe';
import { sns } from '#functions/gateways/sms.ts';
import { securityStepKey } from '#functions/storage/keys.ts';
import { put, table } from '#functions/storage/table.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { newId } from '#shared/ids.ts';
import { DAY, later, toSeconds } from '#shared/time.ts';
import { call, lambdaContext } from '../support/call.ts';
import { worldOfFile } from '../support/test-world.ts';

const world = worldOfFile();
const written: string[] = [];

/** Imports the handlers of a registration after the log level is set to the most verbose. */
async function handlers() {
  const [createUser, verifyUser, authenticate, tellOldNumber] = await Promise.all([
    import('#functions/auth/createUser.ts'),
    import('#functions/auth/verifyUser.ts'),
    import('#functions/auth/authenticate.ts'),
    import('#functions/events/tellOldNumber.ts'),
  ]);
  return {
    createUser: createUser.handler,
    verifyUser: verifyUser.handler,
    authenticate: authenticate.handler,
    tellOldNumber: tellOldNumber.handler,
  };
}

/** The event of a phone change whose previous number has not been notified yet. */
async function phoneChanged(before: string) {
  const fact = { id: newId(world.now()), type: 'user.phoneChanged', at: world.now() } as const;
  const detail = { ...fact, detail: { userId: newId(world.now()) } };
  const expiresAt = toSeconds(later(world.now(), DAY));
  const key = securityStepKey(detail.detail.userId, fact.id);
  await table.write(put({ ...key, phoneNumber: before, expiresAt }));
  return { detail } as never;
}

beforeAll(() => {
  process.env.LOG_LEVEL = 'TRACE';
  for (const stream of [process.stdout, process.stderr])
    jest.spyOn(stream, 'write').mockImplementation((chunk) => {
      written.push(String(chunk));
      return true;
    });
});
afterAll(() => {
  jest.restoreAllMocks();
});

test('logs contain status codes and ids, and no passwords, phone numbers, sign-in codes or tokens', async () => {
  const { createUser, verifyUser, authenticate, tellOldNumber } = await handlers();
  const form = {
    fullName: 'Logged Person',
    username: 'logged_person',
    phoneNumber: '(555) 600-0001',
    password: PASSWORD,
  };
  const refusing = mockClient(sns).rejects(new Error('+15556000001 opted out'));
  expect((await call(createUser, form)).http).toBe(503);
  await expect(
    tellOldNumber(await phoneChanged('+15556000001'), lambdaContext()),
  ).rejects.toThrow();
  refusing.restore();
  const { body } = await call(createUser, form);
  const userId: string = body.data[0].id;
  const verificationCode = world.codeSentTo('+15556000001');
  const tokens = await call(verifyUser, { userId, verificationCode });
  expect(tokens.http).toBe(200);
  const again = await call(verifyUser, { userId, verificationCode });
  expect(again.http).toBe(401);
  const input = { username: form.username, password: `${PASSWORD}x` };
  expect((await call(authenticate, input)).http).toBe(401);

  const log = written.join('');
  expect(log).toContain('UNAVAILABLE');
  expect(log).toContain('tellOldNumber');
  expect(log).toContain('UNAUTHENTICATED');
  expect(log).not.toMatch(new RegExp(`\\b${verificationCode}\\b`));
  const secrets = [PASSWORD, '15556000001', '600-0001', 'logged_person'];
  for (const secret of [...secrets, tokens.body.access_token, tokens.body.refresh_token])
    expect(log).not.toContain(secret);
});

test('an error of the Stripe client is logged without the payment that is attached to it', async () => {
  const { logOf } = await import('#functions/log.ts');
  const fault = new Stripe.errors.StripeInvalidRequestError({
    message: 'No such customer',
    type: 'invalid_request_error',
    code: 'resource_missing',
    payment_intent: { client_secret: 'pi_1_secret_2' } as Stripe.PaymentIntent,
  });
  written.length = 0;
  logOf('pays').error('fault', fault);
  logOf('sweeps').error('fault', { id: 'one', error: new Error('around it', { cause: fault }) });
  expect(written).toHaveLength(2);
  for (const line of written) {
    expect(line).toContain('No such customer');
    expect(line).toContain('resource_missing');
    expect(line).not.toMatch(/client_secret|pi_1_secret_2/);
  }
});
