import { describe, expect, test } from '@jest/globals';
import {
  differs,
  valuesOf,
  valuesOfDraft,
} from '../../../web/src/features/profile-editing/profile-values.ts';

const saved = valuesOf({
  username: 'ana.markovic',
  fullName: 'Ana Marković',
  bio: '<p>Visas.</p>',
  categoryId: null,
  subCategoryId: null,
});

describe('what of a profile is not saved yet', () => {
  test('a profile without a category starts with none chosen', () => {
    expect(saved).toMatchObject({ categoryId: '', subCategoryId: '' });
  });

  test('nothing, as long as nothing was changed', () => {
    expect(differs(saved, { ...saved })).toBe(false);
  });

  test.each(['username', 'userFullName', 'userBio', 'categoryId', 'subCategoryId'] as const)(
    'another %s',
    (name) => {
      expect(differs(saved, { ...saved, [name]: 'another' })).toBe(true);
    },
  );

  test('a draft is read as it was kept', () => {
    const typed = { ...saved, userBio: '<p>Visas and permits.</p>' };
    expect(valuesOfDraft(JSON.stringify(typed))).toEqual(typed);
  });

  test.each(['', 'not json', '{}', '{"username":7}', 'null'])('%j is no draft', (text) => {
    expect(valuesOfDraft(text)).toBeUndefined();
  });
});
