import { ses } from '#functions/gateways/email.ts';
import { setEmail } from './account-shortcuts.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

/* Email addresses in tests. */

let made = 0;

/** Returns an unused email address. */
export function nextEmail(): string {
  made += 1;
  return `person.${made}@example.com`;
}

/** Gives a person a confirmed address. */
export async function giveEmail(
  world: Pick<World, 'now'>,
  { user }: Person,
  email = nextEmail(),
): Promise<string> {
  await setEmail(user, email, world.now());
  return email;
}

/** Confirms an address with the code that is sent to it. */
export async function confirmed(world: World, person: Person, email = nextEmail()) {
  await person.asksForEmailCode(email);
  await person.confirmsEmail(email, world.codeEmailedTo(email));
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
