import type { ProfileForm } from '#lib/local/deeds/profiles.ts';
import type { Person } from './people.ts';

/* The profiles of people in tests. */

/** The form of a person's profile as they are registered, with these changes. */
export const formOf = ({ user }: Pick<Person, 'user'>, changes: ProfileForm = {}) => ({
  username: user.username,
  userFullName: user.fullName,
  userBio: '',
  categoryId: 'CATEGORY_07',
  subCategoryId: 'CATEGORY_07_01',
  ...changes,
});
