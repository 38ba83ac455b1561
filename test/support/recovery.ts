import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { later } from '#shared/time.ts';
import { nextEmail } from './emails.ts';
import { newPerson, nextPhoneNumber, type Person, visitor } from './people.ts';
import type { World } from './world.ts';

/* Accounts whose owner lost the phone. */

/** Creates a person whose address was confirmed more than 72 hours ago. */
export async function recoverable(world: World): Promise<Person & { readonly username: string }> {
  const emailConfirmedAt = later(world.now(), -SECURITY_WAIT - 1);
  const person = await newPerson(world, { email: nextEmail(), emailConfirmedAt });
  return { ...person, username: person.user.username };
}

/** Creates a person who lost the phone, with the proof that has the code from the email, for a new number. */
export async function recovering(world: World, phoneNumber = nextPhoneNumber()) {
  const person = await recoverable(world);
  const { username, email } = person;
  await visitor().asksForRecovery(username);
  const code = world.codeEmailedTo(email);
  return { ...person, phoneNumber, proof: { username, code, password: PASSWORD, phoneNumber } };
}

/** The proof with the code from the email, for a new number. */
export const emailedProof = async (world: World, phoneNumber?: string) =>
  (await recovering(world, phoneNumber)).proof;

/** The proof with the code from the new number too. */
export async function textedProof(world: World, phoneNumber = nextPhoneNumber()) {
  const proof = await emailedProof(world, phoneNumber);
  await visitor().asksForRecoveryCode(proof);
  return { ...proof, phoneCode: world.codeSentTo(phoneNumber) };
}
