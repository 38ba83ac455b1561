import { handler as confirmEmail } from '#functions/auth/confirmEmail.ts';
import { handler as sendEmailCode } from '#functions/auth/sendEmailCode.ts';
import { ses } from '#functions/gateways/email.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { call } from './call.ts';
import { newPerson, PASSWORD, type Person } from './people.ts';
import type { World } from './world.ts';

/* Email addresses in tests. */

let made = 0;

/** Returns an unused email address. */
export function nextEmail(): string {
  made += 1;
  return `person.${made}@example.com`;
}

/** Gives a person a confirmed address, without the code and the password. */
export async function giveEmail(
  world: Pick<World, 'now'>,
  { user }: Person,
  email = nextEmail(),
): Promise<string> {
  await table.write(update(userKey(user.id), { set: { email, emailConfirmedAt: world.now() } }));
  return email;
}

/** Creates a person with a confirmed address. */
export async function newPersonWithEmail(
  world: Pick<World, 'now'>,
  registration: Parameters<typeof newPerson>[1] = {},
  confirmed: Pick<World, 'now'> = world,
): Promise<Person & { readonly email: string }> {
  const person = await newPerson(world, registration);
  return { ...person, email: await giveEmail(confirmed, person) };
}

export const sendCode = (token: string, email: string) => call(sendEmailCode, { email }, { token });

export const confirm = (token: string, email: string, code: string, password = PASSWORD) =>
  call(confirmEmail, { email, code, password }, { token });

/** Confirms an address through the real handlers. */
export async function confirmed(world: World, { token }: Person, email = nextEmail()) {
  await sendCode(token, email);
  await confirm(token, email, world.codeEmailedTo(email));
  return email;
}

/**
 * Runs `work` while every email fails, and returns how many were tried. Without Jest, because the benchmark loads this
 * file too.
 */
export async function whileEmailsFail(work: () => Promise<unknown>): Promise<number> {
  const { send } = ses;
  let tries = 0;
  ses.send = () => {
    tries += 1;
    return Promise.reject(new Error('no line'));
  };
  try {
    await work();
  } finally {
    ses.send = send;
  }
  return tries;
}
