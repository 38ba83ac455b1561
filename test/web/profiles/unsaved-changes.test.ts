import { describe, expect, test } from '@jest/globals';
import { PROFILE_FIELDS } from '#shared/rules/profiles/profile-fields.ts';
import {
  differs,
  valuesOf,
  valuesOfDraft,
} from '#web/features/profiles/pages/edit/profile-values.ts';

const saved = valuesOf({
  username: 'ana.markovic',
  fullName: 'Ana Marković',
  bio: '<p>Visas.</p>',
  categoryId: null,
  subCategoryId: null,
});

describe('the unsaved changes of a profile', () => {
  test('start without a category if the profile has none', () => {
    expect(saved).toMatchObject({ categoryId: '', subCategoryId: '' });
  });

  test('are empty if nothing was changed', () => {
    expect(differs(saved, { ...saved })).toBe(false);
  });

  test.each(Object.values(PROFILE_FIELDS).map(({ input }) => input))(
    'include a changed %s',
    (name) => {
      expect(differs(saved, { ...saved, [name]: 'another' })).toBe(true);
    },
  );

  test('are restored from a stored draft', () => {
    const typed = { ...saved, userBio: '<p>Visas and permits.</p>' };
    expect(valuesOfDraft(JSON.stringify(typed), saved)).toEqual(typed);
  });

  test('keep the saved value of a field that the draft does not have', () => {
    const typed = { userBio: '<p>Visas and permits.</p>' };
    expect(valuesOfDraft(JSON.stringify(typed), saved)).toEqual({ ...saved, ...typed });
    expect(valuesOfDraft('{}', saved)).toEqual(saved);
  });

  test.each(['', 'not json', '{"username":7}', 'null'])(
    'ignore %j, which is not a draft',
    (text) => {
      expect(valuesOfDraft(text, saved)).toBeUndefined();
    },
  );
});
