import { createUser } from '../../shared/api/auth.ts';
import type { Input } from '../../shared/api/operation.ts';
import { newId } from '../../shared/ids.ts';
import { REFUSALS, Refusal } from '../../shared/refusals.ts';
import { isReservedUsername } from '../../shared/rules/accounts/usernames.ts';
import type { Instant } from '../../shared/time.ts';
import { onceForKey } from '../idempotency.ts';
import { userView } from '../profiles/user-views.ts';
import { serve } from '../serve.ts';
import {
  holderOfReferralCode,
  type User,
  userById,
  userByUsername,
} from '../storage/accounts/users.ts';
import { forgetRegistration, registerUser } from '../storage/auth/registrations.ts';
import {
  firstCode,
  type NewCode,
  newCode,
  RESEND_WAIT,
  withdrawCode,
} from '../storage/auth/verification-codes.ts';
import { type KeyedCall, releaseKey } from '../storage/idempotency.ts';
import type { TableWriter } from '../storage/table.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { acceptedPhoneNumber } from './phone-number.ts';
import { phoneTaken } from './refusals.ts';
import { handOver } from './text-code.ts';

type Taken = 'USERNAME_TAKEN' | 'PHONE_TAKEN';
type Form = Input<typeof createUser>;
type Moment = { readonly table: TableWriter; readonly now: Instant };
type KeyedMoment = Moment & { readonly keyed: KeyedCall | undefined };

/**
 * Registers a person and texts the code that confirms the phone number (docs/product/accounts.md#registration). The number is
 * theirs once it is confirmed. If the text message cannot be sent, the registration is undone, so that it can be retried.
 */
export const handler = serve(createUser, async (typed, call) => {
  const { table, now, settings, keyed } = call;
  const form = { ...typed, phoneNumber: acceptedPhoneNumber(typed.phoneNumber, settings) };
  if (isReservedUsername(form.username)) throw taken('USERNAME_TAKEN');
  const registerAnew = async () => {
    const id = newId(now);
    const sentTo = form.phoneNumber;
    const code = await newCode({ purpose: 'VERIFY', subject: id, sentTo }, now);
    const user = await register(id, form, code, call);
    try {
      await handOver(call, code, {
        phoneNumber: user.phoneNumber,
        deliver: true,
        confirmed: false,
      });
    } catch (fault) {
      await Promise.all([
        forgetRegistration(table, user),
        withdrawCode(table, code),
        keyed && table.write(releaseKey(keyed.callerId, keyed.key)),
      ]);
      throw fault;
    }
    return user;
  };
  const user = await onceForKey(call, keyed, registerAnew, (id) =>
    registeredBefore(id, form, call),
  );
  return { data: [userView(user, settings, now)] };
});

/** The account that the same call made. A key is no secret, so the password says whose it is. */
async function registeredBefore(id: string, form: Form, { table, now }: Moment) {
  const user = await userById(table, id, now);
  if (user && !(await isPassword(form.password, user.passwordHash))) throw taken('USERNAME_TAKEN');
  return user;
}

/** The account, its claims and its first code in one transaction; refuses when a name is somebody else's. */
async function register(id: string, form: Form, code: NewCode, at: KeyedMoment): Promise<User> {
  const [passwordHash, invitedByUserId] = await Promise.all([
    hashPassword(form.password),
    inviterOf(form, at),
  ]);
  const { fullName, username, phoneNumber } = form;
  const registration = { id, fullName, username, phoneNumber, passwordHash, invitedByUserId };
  const attempt = (replaces?: User) =>
    registerUser(at.table, registration, at.now, {
      replaces,
      alongside: [firstCode(code)],
      keyed: at.keyed,
    });
  let outcome = await attempt();
  const earlier = outcome === 'USERNAME_TAKEN' ? await earlierTry(form, at) : undefined;
  if (earlier) outcome = await attempt(earlier);
  if (typeof outcome === 'string') throw taken(outcome);
  return outcome.user;
}

/** Both taken names are told at their field as well, where the form shows them. */
function taken(code: Taken): Refusal {
  if (code === 'PHONE_TAKEN') return phoneTaken();
  return new Refusal('USERNAME_TAKEN', { fields: { username: REFUSALS[code].sentence } });
}

/** Who invited the person; a code that nobody has is no reason to refuse anybody. */
async function inviterOf(
  { invitedByCode }: Form,
  { table, now }: Moment,
): Promise<string | undefined> {
  if (!invitedByCode) return undefined;
  return (await holderOfReferralCode(table, invitedByCode.toUpperCase(), now))?.userId;
}

/**
 * The same person's own unconfirmed registration, where that is what stands in the way: somebody who mistyped the
 * phone number goes back and registers again, and must not find their username taken by themselves. The password
 * proves who it is; a minute has to pass, so that a double tap stays one registration.
 */
async function earlierTry(
  { username, password }: Form,
  { table, now }: Moment,
): Promise<User | undefined> {
  const earlier = await userByUsername(table, username, now);
  if (!earlier || earlier.verified || now - earlier.createdAt < RESEND_WAIT) return undefined;
  return (await isPassword(password, earlier.passwordHash)) ? earlier : undefined;
}
