import type { User } from '#functions/storage/accounts/users.ts';
import { passkeyIdOf, passkeysOf } from '#functions/storage/auth/passkeys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import type { LadderStep } from '#shared/rules/auth/takeover-ladder.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import type { Answer } from './call.ts';
import { nextEmail } from './emails.ts';
import { withPasskey } from './passkeys.ts';
import { nextPhoneNumber, type Person, personOf, visitor } from './people.ts';
import { recoverable } from './recovery.ts';
import { newAuthenticator, type SoftwareAuthenticator } from './software-authenticator.ts';
import type { World } from './world.ts';

/* The steps of the takeover ladder in tests, through the real handlers, each as often as one likes. */

/** An account with everything that a step needs; a step that is done changes what it is known by. */
export type Account = {
  readonly user: User;
  readonly username: string;
  person: Person;
  password: string;
  phoneNumber: string;
  email: string;
  /** Passkeys that confirm, the first one first. */
  readonly passkeys: SoftwareAuthenticator[];
};

/** Creates an account with a confirmed address and three passkeys, all older than 72 hours. */
export async function ownedAccount(world: World): Promise<Account> {
  const person = await recoverable(world);
  const { user, username, email } = person;
  const passkeys: SoftwareAuthenticator[] = [];
  for (const name of ['Phone', 'Laptop', 'Tablet'])
    passkeys.push(await withPasskey(person, { name }));
  world.advance(SECURITY_WAIT + HOUR);
  const again = await personOf(world, user);
  const { phoneNumber } = user;
  return { user, username, email, phoneNumber, passkeys, person: again, password: PASSWORD };
}

/** Signs in again, a minute later, so that the next code can be sent. */
export async function aMinuteLater(world: World, account: Account): Promise<void> {
  world.advance(MINUTE);
  account.person = await personOf(world, account.user);
}

const keptPasskeysOf = async ({ user }: Account): Promise<readonly string[]> =>
  (await passkeysOf(table, user.id)).map(({ id }) => id);

let made = 0;
const nextPassword = () => {
  made += 1;
  return `Battery-Staple-${made}`;
};

/** How a step ended: it was made, or it was told to wait. Any other response is an error of the test. */
export type Outcome = 'done' | 'waits';

function outcomeOf({ http, body }: Answer): Outcome {
  if (http === 200) return 'done';
  if (/less than 72 hours ago/.test(JSON.stringify(body))) return 'waits';
  throw new Error(`the step was refused with ${http}: ${JSON.stringify(body)}`);
}

type MakeStep = (world: World, account: Account) => Promise<Outcome>;

/** Makes each step for an account, or finds that it has to wait. All passkeys are kept. */
export const STEPS: Readonly<Record<LadderStep, MakeStep>> = {
  PASSWORD_RESET: async (world, account) => {
    const { username, phoneNumber } = account;
    const texts = world.texts.length;
    await visitor().asksForReset(username);
    if (world.texts.length === texts || world.codeSentTo(phoneNumber) === '') return 'waits';
    return confirmTextedReset(world, account);
  },
  PASSWORD_CHANGE: async (_world, account) => {
    const { person, password } = account;
    const newPassword = nextPassword();
    const outcome = outcomeOf(
      await responseTo(
        person.changesPassword({
          password,
          newPassword,
          input: { keptPasskeys: JSON.stringify(await keptPasskeysOf(account)) },
        }),
      ),
    );
    if (outcome === 'done') account.password = newPassword;
    return outcome;
  },
  PHONE_CHANGE: async (world, account) => {
    const { person, phoneNumber, password } = account;
    const next = nextPhoneNumber();
    await person.asksForNumberCode(next);
    await person.asksForOldNumberCode();
    const oldCode = world.codeSentTo(phoneNumber);
    const answer = await responseTo(
      person.changesNumber(next, world.codeSentTo(next), { oldCode, password }),
    );
    const outcome = outcomeOf(answer);
    if (outcome === 'done') account.phoneNumber = next;
    return outcome;
  },
  RECOVERY: async (world, account) => {
    const { username, email } = account;
    await visitor().asksForRecovery(username);
    const code = world.codeEmailedTo(email);
    return code === '' ? 'waits' : recoverWith(world, account, code);
  },
  EMAIL_CHANGE: async (world, account) => {
    const { person, password } = account;
    const email = nextEmail();
    const sent = outcomeOf(await responseTo(person.asksForEmailCode(email)));
    if (sent === 'waits') return sent;
    const outcome = outcomeOf(
      await responseTo(person.confirmsEmail(email, world.codeEmailedTo(email), { password })),
    );
    if (outcome === 'done') account.email = email;
    return outcome;
  },
  PASSKEY_ADDED: async (_world, { person, password }) => {
    const begun = await responseTo(person.beginsPasskey({ password }));
    if (outcomeOf(begun) === 'waits') return 'waits';
    const response = newAuthenticator().create(begun.body.challenge);
    return outcomeOf(await responseTo(person.finishesPasskey(response, { name: 'New' })));
  },
  PASSKEY_REMOVED: async (_world, { person, password, passkeys }) => {
    const id = passkeyIdOf(passkeys.pop()?.credentialId ?? '');
    return outcomeOf(await responseTo(person.removesPasskey({ id }, { password })));
  },
  PAYOUT_SETUP: async (_world, { person, passkeys: [passkey] }) => {
    if (!passkey) throw new Error('the account has no passkey that confirms');
    const confirmation = await person.confirms('PAYOUT', passkey);
    return outcomeOf(await responseTo(person.asksForPayoutLink({ confirmation })));
  },
};

/** Sets a new password with the code that was texted last. */
export async function confirmTextedReset(world: World, account: Account): Promise<Outcome> {
  const { username, phoneNumber } = account;
  const password = nextPassword();
  const keptPasskeys = await keptPasskeysOf(account);
  const outcome = outcomeOf(
    await responseTo(
      visitor().resetsPassword(username, world.codeSentTo(phoneNumber), { password, keptPasskeys }),
    ),
  );
  if (outcome === 'done') account.password = password;
  return outcome;
}

/** Moves the account to another number with the code from the email. */
export async function recoverWith(world: World, account: Account, code: string): Promise<Outcome> {
  const { username, password } = account;
  const phoneNumber = nextPhoneNumber();
  const proof = { username, code, password, phoneNumber };
  const texted = outcomeOf(await responseTo(visitor().asksForRecoveryCode(proof)));
  if (texted === 'waits') return texted;
  const keptPasskeys = JSON.stringify(await keptPasskeysOf(account));
  const phoneCode = world.codeSentTo(phoneNumber);
  const outcome = outcomeOf(
    await responseTo(visitor().recovers({ ...proof, phoneCode, keptPasskeys })),
  );
  if (outcome === 'done') account.phoneNumber = phoneNumber;
  return outcome;
}
