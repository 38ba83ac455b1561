import { expect, test } from '@jest/globals';
import { userByPhone } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { MINUTE } from '#shared/time.ts';
import type { Answer } from '../../support/call.ts';
import { nextPhoneNumber, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Several registrations with one phone number: the number belongs to none of them until one confirms it. */

const world = worldOfFile();

const verify = (userId: string, verificationCode: string) =>
  responseTo(visitor().confirmsNumber({ id: userId }, verificationCode));
const resend = (userId: string) => responseTo(visitor().asksForCodeAgain({ id: userId }));

let made = 0;
/** Creates a registration and sends a code to its number. */
async function registered(phone = nextPhoneNumber()) {
  made += 1;
  const username = `sharing_${made}`;
  const form = { fullName: 'Grace Hopper', username, password: PASSWORD, phoneNumber: phone };
  const answer = await responseTo(visitor().registers(form));
  expect(answer.http).toBe(200);
  return { phone, userId: answer.body.data[0].id as string };
}

function expectLost({ http, body }: Answer) {
  expect([http, body.status]).toEqual([409, 'PHONE_TAKEN']);
  expect(body.message).toBe(
    'Another account has confirmed this phone number in the meantime. Please correct the number, or sign in to that account.',
  );
}

test('the first of two registrations to confirm a number gets it, and the other gets an error with instructions', async () => {
  const stranger = await registered();
  const owner = await registered(stranger.phone);
  expect((await verify(owner.userId, world.codeSentTo(owner.phone))).http).toBe(200);
  world.advance(MINUTE);
  const texts = world.texts.length;
  expectLost(await resend(stranger.userId));
  expect(world.texts).toHaveLength(texts);
  expect((await userByPhone(table, owner.phone, world.now()))?.id).toBe(owner.userId);
});

test('two concurrent confirmations of one number confirm one registration, and the other can correct its number', async () => {
  const one = await registered();
  const oneCode = world.codeSentTo(one.phone);
  const other = await registered(one.phone);
  const otherCode = world.codeSentTo(one.phone);
  const answers = await Promise.all([verify(one.userId, oneCode), verify(other.userId, otherCode)]);
  expect(answers.map(({ http }) => http).sort()).toEqual([200, 409]);
  const lost = answers.findIndex(({ http }) => http === 409);
  expectLost(answers[lost] as Answer);
  const { userId } = [one, other][lost] as typeof one;
  const phoneNumber = nextPhoneNumber();
  const corrected = await responseTo(visitor().correctsNumber({ id: userId }, phoneNumber));
  expect(corrected.http).toBe(200);
  expect((await verify(userId, world.codeSentTo(phoneNumber))).http).toBe(200);
});
