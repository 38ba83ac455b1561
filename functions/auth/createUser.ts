import { createUser } from '#shared/api/auth.ts';
import type { Input } from '#shared/api/operation.ts';
import { newId } from '#shared/ids.ts';
import { REFUSALS, Refusal } from '#shared/refusals.ts';
import { isReservedUsername } from '#shared/rules/accounts/usernames.ts';
import type { Instant } from '#shared/time.ts';
import { sms } from '../gateways/sms.ts';
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
import { sendCode } from './text-code.ts';

type Taken = 'USERNAME_TAKEN' | 'PHONE_TAKEN';
type Form = Input<typeof createUser>;
/** The choices of a person who registers in order to write: they are asked for neither a plan nor a price. */
const SENDER = { licenseId: 'FREE', paidResponseCommitment: 0 } as const;

type Context = { readonly table: TableWriter; readonly now: Instant };
type KeyedContext = Context & { readonly keyed: KeyedCall | undefined };

/**
 * Registers a person and texts the code that confirms the phone number (docs/product/accounts.md#registration). The account
 * owns the number once it is confirmed. If the text message cannot be sent, the registration is undone, so that it can be
 * retried.
 */
export const handler = serve(
  createUser,
  async (typed, call) => {
    const { table, now, settings, keyed } = call;
    const form = { ...typed, phoneNumber: acceptedPhoneNumber(typed.phoneNumber, settings) };
    if (isReservedUsername(form.username)) throw takenRefusal('USERNAME_TAKEN');
    const registerOnce = async () => {
      const id = newId(now);
      const sentTo = form.phoneNumber;
      const code = await newCode({ purpose: 'VERIFY', subject: id, sentTo }, now);
      const user = await register(id, form, code, call);
      try {
        await sendCode(call, code, {
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
    const user = await onceForKey(call, keyed, registerOnce, (id) =>
      registeredBefore(id, form, call),
    );
    return { data: [userView(user, settings, now)] };
  },
  { gives: { sms } },
);

/**
 * Reads the account that an earlier call with the same key created. A key is not a secret, so the password has to match as
 * well. Refuses if a later registration has replaced the account; if it has expired, it may be created again.
 */
async function registeredBefore(id: string, form: Form, { table, now }: Context) {
  const user = await userById(table, id, now);
  const mayRepeat = user
    ? await isPassword(form.password, user.passwordHash)
    : !(await userByUsername(table, form.username, now));
  if (!mayRepeat) throw takenRefusal('USERNAME_TAKEN');
  return user;
}

/**
 * Creates the account, its claims and its first code in one transaction. Refuses if the username or the phone number is
 * taken.
 */
async function register(
  id: string,
  form: Form,
  code: NewCode,
  context: KeyedContext,
): Promise<User> {
  const [passwordHash, invitedByUserId] = await Promise.all([
    hashPassword(form.password),
    inviterOf(form, context),
  ]);
  const { fullName, username, phoneNumber } = form;
  const registration = {
    id,
    fullName,
    username,
    phoneNumber,
    passwordHash,
    invitedByUserId,
    ...(form.asSender && SENDER),
  };
  const attempt = (replaces?: User) =>
    registerUser(context.table, registration, context.now, {
      replaces,
      alongside: [firstCode(code)],
      keyed: context.keyed,
    });
  let outcome = await attempt();
  const earlier =
    outcome === 'USERNAME_TAKEN' ? await earlierRegistration(form, context) : undefined;
  if (earlier) outcome = await attempt(earlier);
  if (typeof outcome === 'string') throw takenRefusal(outcome);
  return outcome.user;
}

/** Returns the refusal for a taken username or phone number, also as an error of its form field. */
function takenRefusal(code: Taken): Refusal {
  if (code === 'PHONE_TAKEN') return phoneTaken();
  return new Refusal('USERNAME_TAKEN', { fields: { username: REFUSALS[code].sentence } });
}

/**
 * Returns the id of the person whose referral code was given; undefined for an unknown code, with which the registration
 * continues.
 */
async function inviterOf(
  { invitedByCode }: Form,
  { table, now }: Context,
): Promise<string | undefined> {
  if (!invitedByCode) return undefined;
  return (await holderOfReferralCode(table, invitedByCode.toUpperCase(), now))?.userId;
}

/**
 * Finds an unconfirmed registration by the same person that holds the username. A person who mistyped the phone number may
 * go back and register again, and their own first try must not block the username. The password proves that it is the same
 * person. The first try must be a minute old, so that a double tap stays one registration.
 */
async function earlierRegistration(
  { username, password }: Form,
  { table, now }: Context,
): Promise<User | undefined> {
  const earlier = await userByUsername(table, username, now);
  if (!earlier || earlier.verified || now - earlier.createdAt < RESEND_WAIT) return undefined;
  return (await isPassword(password, earlier.passwordHash)) ? earlier : undefined;
}
