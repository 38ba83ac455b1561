import { expect } from '@jest/globals';
import { handler as changePhoneNumber } from '../../functions/account/changePhoneNumber.ts';
import { handler as checkUser } from '../../functions/account/checkUser.ts';
import { handler as sendVerificationCode } from '../../functions/account/sendVerificationCode.ts';
import { type Answer, call } from './call.ts';
import { newPerson, nextPhoneNumber } from './people.ts';
import type { World } from './world.ts';

/* Somebody who changes their phone number, one step at a time, each from a network of its own. */

export const DONE = { status: 'SUCCESS' };

let made = 0;
export const address = () => {
  made += 1;
  return `198.51.${Math.floor(made / 250)}.${made % 250}`;
};

export const ask = (token: string | undefined, phoneNumber: string) =>
  call(sendVerificationCode, { phoneNumber }, { token, address: address() });

export const save = (token: string | undefined, phoneNumber: string, code: string) =>
  call(changePhoneNumber, { phoneNumber, code }, { token });

/** As the account shows it: `(555) 300-0001`. */
export const phoneOf = async (token: string) =>
  (await call(checkUser, {}, { method: 'GET', token })).body.data[0].phoneNumber;

export function expectRefusal(answer: Answer, http: number, status: string, fields?: object) {
  expect(answer.http).toBe(http);
  expect(answer.body.status).toBe(status);
  if (fields) expect(answer.body.fields).toEqual(fields);
}

/** A person with a code on its way to another number. */
export async function asked(world: World, phoneNumber = nextPhoneNumber()) {
  const person = await newPerson(world);
  expect((await ask(person.token, phoneNumber)).body).toEqual(DONE);
  return { ...person, phoneNumber, code: world.codeSentTo(phoneNumber) };
}
