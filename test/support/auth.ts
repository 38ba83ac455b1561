import { handler as authenticate } from '#functions/auth/authenticate.ts';
import { handler as confirmPasswordReset } from '#functions/auth/confirmPasswordReset.ts';
import { handler as doesPhoneNumberExist } from '#functions/auth/doesPhoneNumberExist.ts';
import { handler as refreshToken } from '#functions/auth/refreshToken.ts';
import { handler as requestPasswordReset } from '#functions/auth/requestPasswordReset.ts';
import { handler as sendOneTimeLoginCode } from '#functions/auth/sendOneTimeLoginCode.ts';
import { handler as verifyOneTimeLogin } from '#functions/auth/verifyOneTimeLogin.ts';
import { sns } from '#functions/gateways/sms.ts';
import { call } from './call.ts';
import { PASSWORD } from './people.ts';

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
  call(authenticate, { username, password }, { address: from });

export const refresh = (token: string) => call(refreshToken, {}, { token, address: address() });

/** Requests a code that signs in. */
export const sendLoginCode = (phoneNumber: string) =>
  call(sendOneTimeLoginCode, { phoneNumber }, { address: address() });

export const signInByCode = (phoneNumber: string, verificationCode: string) =>
  call(verifyOneTimeLogin, { phoneNumber, verificationCode }, { address: address() });

/** Requests a code that resets the password. */
export const requestReset = (username: string, from = address()) =>
  call(requestPasswordReset, { username }, { address: from });

export const confirmReset = (
  username: string,
  verificationCode: string,
  password = NEW_PASSWORD,
  keptPasskeys: readonly string[] = [],
) =>
  call(
    confirmPasswordReset,
    { username, verificationCode, password, keptPasskeys: JSON.stringify(keptPasskeys) },
    { address: address() },
  );

/** Returns whether a confirmed account has this phone number. */
export const phoneExists = async (phoneNumber: string): Promise<boolean> =>
  (await call(doesPhoneNumberExist, { phoneNumber }, { address: address() })).body
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
