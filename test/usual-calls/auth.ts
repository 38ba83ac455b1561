import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { MINUTE } from '#shared/time.ts';
import { newPerson } from '#test/support/people.ts';
import type { World } from '#test/support/world.ts';
import { visitor } from '../support/people.ts';
import type { Paths } from './request.ts';

const lastDigits = (number: number) => String(number).padStart(4, '0');

const form = (number: number) => ({
  fullName: `Newcomer ${number}`,
  username: `newcomer_${number}`,
  phoneNumber: `(555) 700-${lastDigits(number)}`,
  password: PASSWORD,
});

let newcomers = 0;

/** The input of a registration. */
function newcomer() {
  newcomers += 1;
  return form(newcomers);
}

/** A user who registered and received a code. */
async function registered(world: World) {
  const { id } = await visitor().registers(newcomer());
  return {
    userId: id,
    verificationCode: world.codeSentTo(`+1555700${lastDigits(newcomers)}`),
  };
}

/** A user who requested a password reset and received a code. */
async function resetting(world: World) {
  const { username, phoneNumber } = (await newPerson(world)).user;
  await visitor().asksForReset(username);
  return { username, verificationCode: world.codeSentTo(phoneNumber) };
}

/** The usual path of each operation for signing in and registering. */
export const authPaths = {
  authenticate: async (world) => {
    const { user } = await newPerson(world);
    return { input: { username: user.username, password: PASSWORD } };
  },
  refreshToken: async (world) => ({ token: (await newPerson(world)).refreshToken }),
  signOut: async (world) => ({ token: (await newPerson(world)).token }),
  sendOneTimeLoginCode: async (world) => {
    const { user } = await newPerson(world);
    return { input: { phoneNumber: user.phoneNumber } };
  },
  verifyOneTimeLogin: async (world) => {
    const { phoneNumber } = (await newPerson(world)).user;
    await visitor().asksForLoginCode(phoneNumber);
    return { input: { phoneNumber, verificationCode: world.codeSentTo(phoneNumber) } };
  },
  createUser: () => ({ input: newcomer() }),
  verifyUser: async (world) => ({ input: await registered(world) }),
  resendVerificationCode: async (world) => {
    const { userId } = await registered(world);
    world.advance(MINUTE);
    return { input: { userId } };
  },
  correctPhoneNumber: async (world) => {
    const { userId } = await registered(world);
    return { input: { userId, phoneNumber: newcomer().phoneNumber } };
  },
  requestPasswordReset: async (world) => ({
    input: { username: (await newPerson(world)).user.username },
  }),
  verifyPasswordReset: async (world) => ({ input: await resetting(world) }),
  confirmPasswordReset: async (world) => ({
    input: { ...(await resetting(world)), password: `New-${PASSWORD}` },
  }),
  doesUsernameExist: () => ({ input: { username: 'nobody_yet' } }),
  doesPhoneNumberExist: () => ({ input: { phoneNumber: '(555) 701-0009' } }),
} satisfies Paths;
