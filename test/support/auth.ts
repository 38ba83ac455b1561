import { handler as refreshToken } from '#functions/auth/refreshToken.ts';
import { sns } from '#functions/gateways/sms.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { call } from './call.ts';
import { PASSWORD, visitor } from './people.ts';

/* Signing in and codes in tests, through the real handlers. Each call has its own IP address, so that limits per address do not apply. */

export const NEW_PASSWORD = 'Battery-Staple-2';

let made = 0;
/** Returns an unused IP address. */
export const address = () => {
  made += 1;
  return `198.51.${Math.floor(made / 250)}.${made % 250}`;
};

/** Returns a six-digit code that is not this one. */
export const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');

export const signIn = (username: string, password = PASSWORD, from = address()) =>
  responseTo(visitor().calls('authenticate', { username, password }, { from: from }));

export const refresh = (token: string) => call(refreshToken, {}, { token, address: address() });

/** Requests a code that signs in. */
export const sendLoginCode = (phoneNumber: string) =>
  responseTo(visitor().calls('sendOneTimeLoginCode', { phoneNumber }, { from: address() }));

export const signInByCode = (phoneNumber: string, verificationCode: string) =>
  responseTo(
    visitor().calls('verifyOneTimeLogin', { phoneNumber, verificationCode }, { from: address() }),
  );

/** Requests a code that resets the password. */
export const requestReset = (username: string, from = address()) =>
  responseTo(visitor().calls('requestPasswordReset', { username }, { from: from }));

export const confirmReset = (
  username: string,
  verificationCode: string,
  password = NEW_PASSWORD,
  keptPasskeys: readonly string[] = [],
) =>
  responseTo(
    visitor().calls(
      'confirmPasswordReset',
      { username, verificationCode, password, keptPasskeys: JSON.stringify(keptPasskeys) },
      { from: address() },
    ),
  );

/** Returns whether a confirmed account has this phone number. */
export const phoneExists = async (phoneNumber: string): Promise<boolean> =>
  (await visitor().calls('doesPhoneNumberExist', { phoneNumber }, { from: address() }))
    .phoneNumberExists;

/** Makes every text message fail until `restore()`, and counts them. Without Jest, because the benchmark loads this file too. */
export function failTextMessages() {
  const { send } = sns;
  let tries = 0;
  sns.send = () => {
    tries += 1;
    return Promise.reject(new Error('no line'));
  };
  return {
    tries: () => tries,
    restore: () => {
      sns.send = send;
    },
  };
}
