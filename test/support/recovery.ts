import { responseTo } from '#lib/local/deeds/calls.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { later } from '#shared/time.ts';
import { address } from './auth.ts';
import { newPersonWithEmail } from './emails.ts';
import { nextPhoneNumber, PASSWORD, type Person, visitor } from './people.ts';
import type { World } from './world.ts';

/* The steps of moving an account from a lost phone, each from a different IP address. */

/** Creates a person whose address was confirmed more than 72 hours ago. */
export async function recoverable(
  world: World,
): Promise<Person & { readonly email: string; readonly username: string }> {
  const before = { now: () => later(world.now(), -SECURITY_WAIT - 1) };
  const person = await newPersonWithEmail({ now: world.now }, {}, before);
  return { ...person, username: person.user.username };
}

export const requestRecovery = (username: string) =>
  responseTo(visitor().calls('requestAccountRecovery', { username }, { from: address() }));
export const sendNumberCode = (proof: Readonly<Record<string, string>>) =>
  responseTo(visitor().calls('sendRecoveryNumberCode', proof, { from: address() }));
export const recover = (proof: Readonly<Record<string, string>>) =>
  responseTo(visitor().calls('recoverAccount', proof, { from: address() }));

/** Creates a person who lost the phone, with the proof that has the code from the email, for a new number. */
export async function recovering(world: World, phoneNumber = nextPhoneNumber()) {
  const person = await recoverable(world);
  const { username, email } = person;
  await requestRecovery(username);
  const code = world.codeEmailedTo(email);
  return { ...person, phoneNumber, proof: { username, code, password: PASSWORD, phoneNumber } };
}

/** The proof with the code from the email, for a new number. */
export const emailedProof = async (world: World, phoneNumber?: string) =>
  (await recovering(world, phoneNumber)).proof;

/** The proof with the code from the new number too. */
export async function textedProof(world: World, phoneNumber = nextPhoneNumber()) {
  const proof = await emailedProof(world, phoneNumber);
  await sendNumberCode(proof);
  return { ...proof, phoneCode: world.codeSentTo(phoneNumber) };
}
