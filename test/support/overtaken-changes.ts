import { expect } from '@jest/globals';
import { handler as signOut } from '#functions/auth/signOut.ts';
import { handler as updatePassword } from '#functions/auth/updatePassword.ts';
import { userKey } from '#functions/storage/keys.ts';
import { NEW_PASSWORD } from './auth.ts';
import { beforeWrite } from './before-write.ts';
import { call } from './call.ts';
import { PASSWORD, type Person } from './people.ts';

/* Changes of an account that another call of the same person overtakes. */

/** Overtakes a change: runs it, and another call of the person to its end just before the change is written. */
export const overtake = <Result>(
  person: Person,
  change: (by: Person) => Promise<Result>,
  meanwhile: (by: Person) => Promise<{ readonly http: number }>,
) =>
  beforeWrite(
    userKey(person.user.id).pk,
    () => change(person),
    async () => expect((await meanwhile(person)).http).toBe(200),
  );

export const endSession = ({ token }: Person) => call(signOut, {}, { token });
export const changePassword = ({ token }: Person) =>
  call(updatePassword, { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }, { token });
