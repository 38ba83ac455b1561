import { expect } from '@jest/globals';
import { handler as updateUserProfile } from '#functions/profiles/updateUserProfile.ts';
import type { ProfileInputName } from '#shared/rules/profiles/profile-fields.ts';
import { type Answer, call } from './call.ts';
import type { Person } from './people.ts';

/* Saving profiles in tests, through the real handler. */

export type ProfileForm = Partial<Record<ProfileInputName, string>>;

/** Saves the user's profile with these changed form fields. */
export const save = ({ user, token }: Pick<Person, 'user' | 'token'>, form: ProfileForm = {}) =>
  call(
    updateUserProfile,
    {
      username: user.username,
      userFullName: user.fullName,
      userBio: '',
      categoryId: 'CATEGORY_07',
      subCategoryId: 'CATEGORY_07_01',
      ...form,
    },
    { token },
  );

/** Saves a bio and returns its stored form. */
export async function bioOf(userBio: string, person: Person): Promise<string> {
  const answer = await save(person, { userBio });
  expect(answer.body.message).toBeUndefined();
  return answer.body.data[0].bio;
}

/** Expects that exactly these fields were refused, with these messages. */
export function expectRefused({ http, body }: Answer, fields: Record<string, string>): void {
  expect(http).toBe(400);
  expect(body).toMatchObject({ status: 'INVALID_INPUT' });
  expect(body.fields).toEqual(fields);
}
