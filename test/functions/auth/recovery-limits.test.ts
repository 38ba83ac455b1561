import { beforeEach, describe, expect, test } from '@jest/globals';
import { handler as recoverAccount } from '#functions/auth/recoverAccount.ts';
import { handler as requestAccountRecovery } from '#functions/auth/requestAccountRecovery.ts';
import { handler as sendRecoveryNumberCode } from '#functions/auth/sendRecoveryNumberCode.ts';
import { rememberDevice } from '#functions/storage/auth/known-devices.ts';
import { CODE_TRIES } from '#functions/storage/auth/verification-codes.ts';
import { table } from '#functions/storage/table.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { address, wrongCode } from '../../support/auth.ts';
import { call } from '../../support/call.ts';
import { nextPhoneNumber, PASSWORD } from '../../support/people.ts';
import {
  recover,
  recoverable,
  recovering,
  requestRecovery,
  sendNumberCode,
} from '../../support/recovery.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * The limits of moving an account from a lost phone. Guessing is hopeless, and strangers who call with a username do not keep its
 * owner from it. docs/product/email.md#a-lost-phone
 */

const world = worldOfFile();
// Limits have fixed windows: a test that begins at the start of a day does not run into the next window.
beforeEach(() => world.advance(DAY - (world.now() % DAY)));

const DONE = { status: 'SUCCESS' };
/** More calls than any limit allows in a day. */
const MANY = 25;

/** Creates a person whose account knows a device besides the lost phone. */
async function withDevice() {
  const person = await recoverable(world);
  const context = { table, deviceTokens: [], now: world.now() };
  const remember = (step: Parameters<typeof table.write>[0]) => table.write(step);
  const { deviceToken } = await rememberDevice(context, person.user.id, remember);
  return { ...person, from: { address: address(), headers: { 'x-device': deviceToken } } };
}

const guessOf = (username: string) => ({
  username,
  code: '000000',
  password: PASSWORD,
  phoneNumber: nextPhoneNumber(),
});

/** Requests a code at an address `times` times, a minute apart. Returns the statuses. */
async function requestAt(from: { address: string }, username: string, times: number) {
  const answers = [];
  for (let calls = 0; calls < times; calls += 1) {
    answers.push((await call(requestAccountRecovery, { username }, from)).http);
    world.advance(MINUTE);
  }
  return answers;
}

describe('strangers who call with the username of an account', () => {
  test('use up no tries of its owner', async () => {
    const { username, email } = await recoverable(world);
    const guess = guessOf(username);
    for (let calls = 0; calls < MANY; calls += 1) {
      expectRefusal(await sendNumberCode(guess), 401, 'UNAUTHENTICATED');
      expectRefusal(await recover({ ...guess, phoneCode: '000000' }), 401, 'UNAUTHENTICATED');
    }
    await requestRecovery(username);
    const proof = { ...guess, code: world.codeEmailedTo(email) };
    expect((await sendNumberCode(proof)).body).toMatchObject(DONE);
    const phoneCode = world.codeSentTo(proof.phoneNumber);
    expect((await recover({ ...proof, phoneCode })).body).toEqual(DONE);
  });

  test('at one address leave its owner some codes of the day', async () => {
    const { username } = await recoverable(world);
    const answers = await requestAt({ address: address() }, username, 8);
    expect(answers).toEqual([...Array(6).fill(200), 429, 429]);
    expect((await requestRecovery(username)).body).toEqual(DONE);
  });

  test('at many addresses leave a known device its own codes of the day', async () => {
    const { username, from } = await withDevice();
    for (let calls = 0; calls < 9; calls += 1) {
      expect((await requestRecovery(username)).body).toEqual(DONE);
      world.advance(MINUTE);
    }
    expectRefusal(await requestRecovery(username), 429, 'TOO_MANY_REQUESTS');
    expect(await requestAt(from, username, 1)).toEqual([200]);
  });

  test('at the address of a known device do not stop it', async () => {
    const { user, username, email, from } = await withDevice();
    const stranger = { address: from.address };
    const guess = guessOf(username);
    for (let calls = 0; calls < MANY; calls += 1) {
      await call(requestAccountRecovery, { username: `${user.username}_other` }, stranger);
      await call(sendRecoveryNumberCode, guess, stranger);
      await call(recoverAccount, { ...guess, phoneCode: '000000' }, stranger);
    }
    expect((await call(requestAccountRecovery, { username }, stranger)).http).toBe(429);
    expect((await call(requestAccountRecovery, { username }, from)).http).toBe(200);
    const proof = { ...guess, code: world.codeEmailedTo(email) };
    expect((await call(sendRecoveryNumberCode, proof, from)).body).toMatchObject(DONE);
    const phoneCode = world.codeSentTo(proof.phoneNumber);
    expect((await call(recoverAccount, { ...proof, phoneCode }, from)).body).toEqual(DONE);
  });

  test('do not replace or delay the code that a known device requested', async () => {
    const { username, email, from } = await withDevice();
    await requestRecovery(username);
    expect((await call(requestAccountRecovery, { username }, from)).http).toBe(200);
    const proof = { ...guessOf(username), code: world.codeEmailedTo(email) };
    world.advance(MINUTE);
    await requestRecovery(username);
    expectRefusal(await sendNumberCode(proof), 401, 'UNAUTHENTICATED');
    expect((await call(sendRecoveryNumberCode, proof, from)).body).toMatchObject(DONE);
    const phoneCode = world.codeSentTo(proof.phoneNumber);
    expect((await call(recoverAccount, { ...proof, phoneCode }, from)).body).toEqual(DONE);
  });

  test('and guess its code leave a known device five tries', async () => {
    const { username, email, from } = await withDevice();
    await requestRecovery(username);
    const proof = { ...guessOf(username), code: world.codeEmailedTo(email) };
    const wrong = { ...proof, code: wrongCode(proof.code) };
    for (let tries = 0; tries < CODE_TRIES; tries += 1) await sendNumberCode(wrong);
    for (let tries = 1; tries < CODE_TRIES; tries += 1)
      await call(sendRecoveryNumberCode, wrong, from);
    expectRefusal(await sendNumberCode(proof), 401, 'UNAUTHENTICATED');
    expect((await call(sendRecoveryNumberCode, proof, from)).body).toMatchObject(DONE);
    const phoneCode = world.codeSentTo(proof.phoneNumber);
    expect((await call(recoverAccount, { ...proof, phoneCode }, from)).body).toEqual(DONE);
  });
});

describe('somebody who reads the emails of an account', () => {
  test('tries 20 passwords a day, in both steps together, and then not even the right one', async () => {
    const { email, proof: emailed } = await recovering(world);
    await sendNumberCode(emailed);
    const proof = { ...emailed, phoneCode: world.codeSentTo(emailed.phoneNumber) };
    const password = 'Wrong-Horse-1';
    for (let tries = 1; tries < 20; tries += 1)
      expectRefusal(await recover({ ...proof, password }), 400, 'INVALID_INPUT');
    for (const answer of [await recover(proof), await sendNumberCode(proof)])
      expectRefusal(answer, 429, 'TOO_MANY_REQUESTS');
    const again = async () => {
      await requestRecovery(proof.username);
      return sendNumberCode({ ...proof, code: world.codeEmailedTo(email) });
    };
    world.advance(23 * HOUR);
    expectRefusal(await again(), 429, 'TOO_MANY_REQUESTS');
    world.advance(HOUR);
    expect((await again()).body).toMatchObject(DONE);
  });
});
