import { beforeEach, describe, expect, test } from '@jest/globals';
import { rememberDevice } from '#functions/storage/auth/known-devices.ts';
import { CODE_TRIES } from '#functions/storage/auth/verification-codes.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { wrongCode } from '../../support/auth.ts';
import { unusedAddress } from '../../support/handler-calls.ts';
import { nextPhoneNumber, visitor } from '../../support/people.ts';
import { recoverable, recovering } from '../../support/recovery.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
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
  return { ...person, from: { from: unusedAddress(), headers: { 'x-device': deviceToken } } };
}

const guessOf = (username: string) => ({
  username,
  code: '000000',
  password: PASSWORD,
  phoneNumber: nextPhoneNumber(),
});

/** Requests a code at an address `times` times, a minute apart. Returns the statuses. */
async function requestAt(from: { from: string }, username: string, times: number) {
  const answers = [];
  for (let calls = 0; calls < times; calls += 1) {
    answers.push((await responseTo(visitor().asksForRecovery(username, from))).http);
    world.advance(MINUTE);
  }
  return answers;
}

describe('strangers who call with the username of an account', () => {
  test('use up no tries of its owner', async () => {
    const { username, email } = await recoverable(world);
    const guess = guessOf(username);
    for (let calls = 0; calls < MANY; calls += 1) {
      await expectRefused(visitor().asksForRecoveryCode(guess), 401, 'UNAUTHENTICATED');
      await expectRefused(
        visitor().recovers({ ...guess, phoneCode: '000000' }),
        401,
        'UNAUTHENTICATED',
      );
    }
    await visitor().asksForRecovery(username);
    const proof = { ...guess, code: world.codeEmailedTo(email) };
    expect((await responseTo(visitor().asksForRecoveryCode(proof))).body).toMatchObject(DONE);
    const phoneCode = world.codeSentTo(proof.phoneNumber);
    expect(await visitor().recovers({ ...proof, phoneCode })).toEqual(DONE);
  });

  test('at one address leave its owner some codes of the day', async () => {
    const { username } = await recoverable(world);
    const answers = await requestAt({ from: unusedAddress() }, username, 8);
    expect(answers).toEqual([...Array(6).fill(200), 429, 429]);
    expect(await visitor().asksForRecovery(username)).toEqual(DONE);
  });

  test('at many addresses leave a known device its own codes of the day', async () => {
    const { username, from } = await withDevice();
    for (let calls = 0; calls < 9; calls += 1) {
      expect(await visitor().asksForRecovery(username)).toEqual(DONE);
      world.advance(MINUTE);
    }
    await expectRefused(visitor().asksForRecovery(username), 429, 'TOO_MANY_REQUESTS');
    expect(await requestAt(from, username, 1)).toEqual([200]);
  });

  test('at the address of a known device do not stop it', async () => {
    const { user, username, email, from } = await withDevice();
    const stranger = { from: from.from };
    const guess = guessOf(username);
    for (let calls = 0; calls < MANY; calls += 1) {
      const other = `${user.username}_other`;
      await responseTo(visitor().asksForRecovery(other, stranger));
      await responseTo(visitor().asksForRecoveryCode(guess, stranger));
      await responseTo(visitor().recovers({ ...guess, phoneCode: '000000' }, stranger));
    }
    await expectRefused(visitor().asksForRecovery(username, stranger), 429, 'TOO_MANY_REQUESTS');
    await visitor().asksForRecovery(username, from);
    const proof = { ...guess, code: world.codeEmailedTo(email) };
    expect(await visitor().asksForRecoveryCode(proof, from)).toMatchObject(DONE);
    const phoneCode = world.codeSentTo(proof.phoneNumber);
    expect(await visitor().recovers({ ...proof, phoneCode }, from)).toEqual(DONE);
  });

  test('do not replace or delay the code that a known device requested', async () => {
    const { username, email, from } = await withDevice();
    await visitor().asksForRecovery(username);
    await visitor().asksForRecovery(username, from);
    const proof = { ...guessOf(username), code: world.codeEmailedTo(email) };
    world.advance(MINUTE);
    await visitor().asksForRecovery(username);
    await expectRefused(visitor().asksForRecoveryCode(proof), 401, 'UNAUTHENTICATED');
    expect(await visitor().asksForRecoveryCode(proof, from)).toMatchObject(DONE);
    const phoneCode = world.codeSentTo(proof.phoneNumber);
    expect(await visitor().recovers({ ...proof, phoneCode }, from)).toEqual(DONE);
  });

  test('and guess its code leave a known device five tries', async () => {
    const { username, email, from } = await withDevice();
    await visitor().asksForRecovery(username);
    const proof = { ...guessOf(username), code: world.codeEmailedTo(email) };
    const wrong = { ...proof, code: wrongCode(proof.code) };
    for (let tries = 0; tries < CODE_TRIES; tries += 1)
      await expectRefused(visitor().asksForRecoveryCode(wrong), 401, 'UNAUTHENTICATED');
    for (let tries = 1; tries < CODE_TRIES; tries += 1)
      await expectRefused(visitor().asksForRecoveryCode(wrong, from), 401, 'UNAUTHENTICATED');
    await expectRefused(visitor().asksForRecoveryCode(proof), 401, 'UNAUTHENTICATED');
    expect(await visitor().asksForRecoveryCode(proof, from)).toMatchObject(DONE);
    const phoneCode = world.codeSentTo(proof.phoneNumber);
    expect(await visitor().recovers({ ...proof, phoneCode }, from)).toEqual(DONE);
  });
});

describe('somebody who reads the emails of an account', () => {
  test('tries 20 passwords a day, in both steps together, and then not even the right one', async () => {
    const { email, proof: emailed } = await recovering(world);
    await visitor().asksForRecoveryCode(emailed);
    const proof = { ...emailed, phoneCode: world.codeSentTo(emailed.phoneNumber) };
    const password = 'Wrong-Horse-1';
    for (let tries = 1; tries < 20; tries += 1)
      await expectRefused(visitor().recovers({ ...proof, password }), 400, 'INVALID_INPUT');
    for (const answer of [
      await responseTo(visitor().recovers(proof)),
      await responseTo(visitor().asksForRecoveryCode(proof)),
    ])
      expectRefusal(answer, 429, 'TOO_MANY_REQUESTS');
    const again = async () => {
      await visitor().asksForRecovery(proof.username);
      return responseTo(
        visitor().asksForRecoveryCode({ ...proof, code: world.codeEmailedTo(email) }),
      );
    };
    world.advance(23 * HOUR);
    expectRefusal(await again(), 429, 'TOO_MANY_REQUESTS');
    world.advance(HOUR);
    expect((await again()).body).toMatchObject(DONE);
  });
});
