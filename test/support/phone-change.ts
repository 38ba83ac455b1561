import { expect } from '@jest/globals';
import { handler as changePhoneNumber } from '#functions/auth/changePhoneNumber.ts';
import { handler as checkUser } from '#functions/auth/checkUser.ts';
import { handler as sendOldNumberCode } from '#functions/auth/sendOldNumberCode.ts';
import { handler as sendVerificationCode } from '#functions/auth/sendVerificationCode.ts';
import { handler as stopPhoneChange } from '#functions/auth/stopPhoneChange.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { fromIso, MINUTE } from '#shared/time.ts';
import { address } from './auth.ts';
import { call } from './call.ts';
import { newPerson, nextPhoneNumber, PASSWORD, type Person, signedIn } from './people.ts';
import type { World } from './world.ts';

/* The steps of a phone number change, each from a different IP address. */

export const DONE = { status: 'SUCCESS' };
export const CHANGED = { status: 'SUCCESS', effectiveAt: null };

export const requestChange = (token: string | undefined, phoneNumber: string) =>
  call(sendVerificationCode, { phoneNumber }, { token, address: address() });

export const requestOldNumberCode = (token: string | undefined) =>
  call(sendOldNumberCode, {}, { token });

type Proofs = { oldCode?: string; confirmation?: string; password?: string };

/** Saves a new number with the password. Without a code from the old number or a confirmation the change is pending. */
export const save = (
  token: string | undefined,
  phoneNumber: string,
  code: string,
  { oldCode, confirmation, password = PASSWORD }: Proofs = {},
) =>
  call(
    changePhoneNumber,
    {
      phoneNumber,
      code,
      password,
      ...(oldCode && { oldCode }),
      ...(confirmation && { confirmation }),
    },
    { token },
  );

export const stop = (token: string | undefined) => call(stopPhoneChange, {}, { token });

/** The phone number as the account page shows it: `(555) 300-0001`. */
export const phoneOf = async (token: string) =>
  (await call(checkUser, {}, { method: 'GET', token })).body.data[0].phoneNumber;

/** Creates a user with one code sent to a new number and one to the current number. */
export async function asked(world: World, phoneNumber = nextPhoneNumber()) {
  const person = await newPerson(world);
  expect((await requestChange(person.token, phoneNumber)).body).toEqual(DONE);
  expect((await requestOldNumberCode(person.token)).body).toEqual(DONE);
  const oldCode = world.codeSentTo(person.user.phoneNumber);
  return { ...person, phoneNumber, code: world.codeSentTo(phoneNumber), oldCode };
}

/** Creates a user with a pending phone change, made without a code from the old number. */
export async function pending(world: World, phoneNumber = nextPhoneNumber()) {
  const person = await newPerson(world);
  await requestChange(person.token, phoneNumber);
  const answer = await save(person.token, phoneNumber, world.codeSentTo(phoneNumber));
  const wait = fromIso(answer.body.effectiveAt) - world.now();
  expect(wait).toBeLessThanOrEqual(SECURITY_WAIT);
  expect(wait).toBeGreaterThan(SECURITY_WAIT - MINUTE);
  return { ...person, phoneNumber };
}

/** Saves the pending number in a new session, with a new code for it. */
export async function finish(
  world: World,
  { user, phoneNumber }: Person & { readonly phoneNumber: string },
) {
  const { token } = await signedIn(user, world.now());
  world.advance(MINUTE);
  await requestChange(token, phoneNumber);
  return save(token, phoneNumber, world.codeSentTo(phoneNumber));
}
