import '../../support/real-scrypt.ts';
import { expect, test } from '@jest/globals';
import { hashPassword, isPassword } from '#functions/auth/passwords.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newPerson, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The cost of a password hash. These tests run scrypt with the product's parameters. */

const world = worldOfFile();

test('a password is hashed by scrypt with N = 2^17', async () => {
  const hash = await hashPassword('Correct-Horse-1');
  expect(hash).toMatch(/^scrypt\$17\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await isPassword('Correct-Horse-1', hash)).toBe(true);
  expect(await isPassword('Wrong-Horse-1', hash)).toBe(false);
  // The stored cost is really used: verification with another one fails.
  expect(await isPassword('Correct-Horse-1', hash.replace('$17$', '$16$'))).toBe(false);
});

test('a wrong password and an unknown name take the same time', async () => {
  const { user } = await newPerson(world);
  const time = async (username: string) => {
    const began = performance.now();
    await responseTo(visitor().signsIn(username, { json: true, password: 'Wrong-Horse-1' }));
    return performance.now() - began;
  };
  await time(user.username);
  // A hash takes a third of a second; a response without one would arrive within a few milliseconds.
  expect(await time('nobody_to_time')).toBeGreaterThan((await time(user.username)) / 4);
});
