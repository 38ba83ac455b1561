import { MINUTE } from '#shared/time.ts';
import { newPerson, nextPhoneNumber, type Person, personOf } from './people.ts';
import type { World } from './world.ts';

/* Changes of phone numbers that have begun. */

export const DONE = { status: 'SUCCESS' };
export const CHANGED = { status: 'SUCCESS', effectiveAt: null };

/** Creates a user with one code sent to a new number and one to the current number. */
export async function asked(world: World, phoneNumber = nextPhoneNumber()) {
  const person = await newPerson(world);
  await person.asksForNumberCode(phoneNumber);
  await person.asksForOldNumberCode();
  const oldCode = world.codeSentTo(person.user.phoneNumber);
  return { ...person, phoneNumber, code: world.codeSentTo(phoneNumber), oldCode };
}

/** Creates a user with a pending phone change, made without a code from the old number. */
export async function pending(world: World, phoneNumber = nextPhoneNumber()) {
  const person = await newPerson(world);
  await person.asksForNumberCode(phoneNumber);
  const code = world.codeSentTo(phoneNumber);
  const { effectiveAt } = await person.changesNumber(phoneNumber, code);
  if (effectiveAt === null) throw new Error('the change did not wait');
  return { ...person, phoneNumber, effectiveAt };
}

/** Saves the pending number in a new session, with a new code for it. */
export async function finish(
  world: World,
  { user, phoneNumber }: Pick<Person, 'user'> & { readonly phoneNumber: string },
) {
  const again = await personOf(world, user);
  world.advance(MINUTE);
  await again.asksForNumberCode(phoneNumber);
  return again.changesNumber(phoneNumber, world.codeSentTo(phoneNumber));
}
