import '../../support/real-answer-time.ts';
import { expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newPerson, visitor } from '../../support/people.ts';
import { recoverable } from '../../support/recovery.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Response times that must not reveal whether an account exists. These tests use the product's real delays. */

const world = worldOfFile();

/** The product waits 400 ms; a timer may fire up to 10 ms early. */
const LEAST = 390;

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

test('requestPasswordReset answers no faster for an unknown username', async () => {
  const { user } = await newPerson(world);
  for (const username of [user.username, 'nobody_to_time', 'nobody_to_time', 'support'])
    expect(await timeOf(() => responseTo(visitor().asksForReset(username)))).toBeGreaterThan(LEAST);
});

test('sendOneTimeLoginCode answers no faster for an unknown phone number', async () => {
  const phoneNumber = '+15559990002';
  expect(await timeOf(() => responseTo(visitor().asksForLoginCode(phoneNumber)))).toBeGreaterThan(
    LEAST,
  );
});

test('requestAccountRecovery answers no faster for an unknown username, or an account without an address', async () => {
  const [{ username }, { user }] = [await recoverable(world), await newPerson(world)];
  for (const name of [username, user.username, 'nobody_to_time', 'nobody_to_time'])
    expect(await timeOf(() => responseTo(visitor().asksForRecovery(name)))).toBeGreaterThan(LEAST);
  expect(world.emails).toHaveLength(1);
});
