import type { Caller, CallOptions } from './calls.ts';
import { NEW_PASSWORD, PASSWORD } from './passwords.ts';
import type { Ref } from './things.ts';

/* How people register, sign in, and change what they sign in with: passwords, phone numbers, email addresses. */

/** What somebody enters to register. */
export type RegistrationForm = {
  readonly fullName: string;
  readonly username: string;
  readonly phoneNumber: string;
  readonly password?: string;
};

/** A password in place of the usual one. */
export type PasswordOptions = CallOptions & { readonly password?: string };

/** How somebody proves that a new phone number is theirs; without `oldCode` and `confirmation` the change waits. */
export type NumberProof = PasswordOptions & {
  /** The code that was sent to the old number. */
  readonly oldCode?: string | undefined;
  /** The confirmation by a passkey. */
  readonly confirmation?: string | undefined;
};

/** What somebody enters to move their account from a lost phone. */
export type RecoveryProof = Readonly<Record<string, string>>;

export const authDeeds = (me: Caller) => ({
  /** Whether somebody has, or recently had, this username. */
  asksForUsername: (username: string, options?: CallOptions) =>
    me.does('doesUsernameExist', { username }, options),
  /** Whether a confirmed account has this phone number. */
  asksForPhoneNumber: (phoneNumber: string, options?: CallOptions) =>
    me.does('doesPhoneNumberExist', { phoneNumber }, options),
  /** Registers an account, which sends a code to its phone number. */
  registers: ({ password = PASSWORD, ...form }: RegistrationForm, options?: CallOptions) =>
    me.makes('createUser', { ...form, password }, options),
  /** Confirms the phone number of a new account, which signs in. */
  confirmsNumber: (newcomer: Ref, code: string, options?: CallOptions) =>
    me.does('verifyUser', { userId: newcomer.id, verificationCode: code }, options),
  /** Asks for another code to the phone number of a new account. */
  asksForCodeAgain: (newcomer: Ref, options?: CallOptions) =>
    me.does('resendVerificationCode', { userId: newcomer.id }, options),
  /** Corrects the phone number of a new account, which sends a code to it. */
  correctsNumber: (newcomer: Ref, phoneNumber: string, options?: CallOptions) =>
    me.does('correctPhoneNumber', { userId: newcomer.id, phoneNumber }, options),

  /** Signs in with a password. */
  signsIn: (username: string, { password = PASSWORD, ...options }: PasswordOptions = {}) =>
    me.does('authenticate', { username, password }, options),
  /** Asks for a code that signs in. */
  asksForLoginCode: (phoneNumber: string, options?: CallOptions) =>
    me.does('sendOneTimeLoginCode', { phoneNumber }, options),
  /** Signs in with the code of a text message. */
  signsInByCode: (phoneNumber: string, code: string, options?: CallOptions) =>
    me.does('verifyOneTimeLogin', { phoneNumber, verificationCode: code }, options),
  /** Exchanges a refresh token for new tokens. */
  refreshes: (refreshToken: string | undefined, options?: CallOptions) =>
    me.does('refreshToken', {}, { as: { token: refreshToken ?? '' }, ...options }),
  /** Signs out, which ends the session of the call. */
  signsOut: (options?: CallOptions) => me.does('signOut', {}, options),
  /** The sessions of the account, newest first. */
  sessions: (options?: CallOptions) => me.does('viewSessions', {}, options),
  /** Ends a session of the account. */
  endsSession: ({ sessionId }: { readonly sessionId: string }, options?: CallOptions) =>
    me.does('endSession', { sessionId }, options),
  /** Ends all sessions of the account but that of the call. */
  endsOtherSessions: (options?: CallOptions) => me.does('endOtherSessions', {}, options),

  /** Asks for a code that resets the password. */
  asksForReset: (username: string, options?: CallOptions) =>
    me.does('requestPasswordReset', { username }, options),
  /** Checks the code that resets the password; returns the passkeys of the account. */
  checksReset: (username: string, code: string, options?: CallOptions) =>
    me.does('verifyPasswordReset', { username, verificationCode: code }, options),
  /** Sets a new password with the code of a text message. All passkeys end but those to keep. */
  resetsPassword(
    username: string,
    code: string,
    {
      password = NEW_PASSWORD,
      keptPasskeys = [],
      ...options
    }: PasswordOptions & { readonly keptPasskeys?: readonly string[] } = {},
  ) {
    const passwords = { password, keptPasskeys: JSON.stringify(keptPasskeys) };
    const fields = { username, verificationCode: code, ...passwords };
    return me.does('confirmPasswordReset', fields, options);
  },
  /** Changes the password; `password` is the present one. */
  changesPassword: ({
    password = PASSWORD,
    newPassword = NEW_PASSWORD,
    ...options
  }: PasswordOptions & { readonly newPassword?: string } = {}) =>
    me.does('updatePassword', { oldPassword: password, newPassword }, options),

  /** Asks for a code to a new phone number. */
  asksForNumberCode: (phoneNumber: string, options?: CallOptions) =>
    me.does('sendVerificationCode', { phoneNumber }, options),
  /** Asks for a code to the present phone number, with which a change need not wait. */
  asksForOldNumberCode: (options?: CallOptions) => me.does('sendOldNumberCode', {}, options),
  /** Changes the phone number with the code that was sent to it. */
  changesNumber(
    phoneNumber: string,
    code: string,
    { password = PASSWORD, oldCode, confirmation, ...options }: NumberProof = {},
  ) {
    const proofs = { ...(oldCode && { oldCode }), ...(confirmation && { confirmation }) };
    return me.does('changePhoneNumber', { phoneNumber, code, password, ...proofs }, options);
  },
  /** Stops a change of the phone number that waits. */
  stopsNumberChange: (options?: CallOptions) => me.does('stopPhoneChange', {}, options),

  /** The email address of the account, if it has one. */
  emailSettings: (options?: CallOptions) => me.makes('viewEmail', {}, options),
  /** Asks for a code to an email address. */
  asksForEmailCode: (email: string, options?: CallOptions) =>
    me.does('sendEmailCode', { email }, options),
  /** Confirms an email address with the code that was sent to it. */
  confirmsEmail: (
    email: string,
    code: string,
    { password = PASSWORD, ...options }: PasswordOptions = {},
  ) => me.does('confirmEmail', { email, code, password }, options),
  /** Removes the email address. */
  removesEmail: ({ password = PASSWORD, ...options }: PasswordOptions = {}) =>
    me.does('removeEmail', { password }, options),

  /** Asks for the code by email that begins the move of an account from a lost phone. */
  asksForRecovery: (username: string, options?: CallOptions) =>
    me.does('requestAccountRecovery', { username }, options),
  /** Proves the ownership of an account, which sends a code to its new number; returns the passkeys of the account. */
  asksForRecoveryCode: (proof: RecoveryProof, options?: CallOptions) =>
    me.does('sendRecoveryNumberCode', proof, options),
  /** Moves an account to a new number with both codes. */
  recovers: (proof: RecoveryProof, options?: CallOptions) =>
    me.does('recoverAccount', proof, options),
  /** What the link of a text message about a security step would stop. */
  securityStop: (token: string, options?: CallOptions) =>
    me.makes('viewSecurityStop', { token }, options),
  /** Stops a security step with the link of a text message about it. */
  stopsSecurityStep: (token: string, options?: CallOptions) =>
    me.makes('stopSecurityStep', { token }, options),
});
