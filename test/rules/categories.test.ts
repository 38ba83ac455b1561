import { describe, expect, test } from '@jest/globals';
import {
  CATEGORIES,
  categoryName,
  categoryOf,
  isSubCategoryOf,
  subCategoriesOf,
  subCategoryName,
} from '#shared/rules/profiles/categories.ts';

/** docs/product/profiles.md#categories */
const COUNTS = {
  Technology: 11,
  'Business & Finance': 10,
  'Marketing & Sales': 10,
  'Health & Wellness': 9,
  'Creative & Design': 10,
  'Education & Training': 9,
  'Legal & Compliance': 8,
  'Trades & Field Services': 9,
  'Media & Communications': 8,
  'Lifestyle & Personal Services': 9,
  'Influencers & Thought Leaders': 15,
  'Everyday Experts': 14,
};

const subCategories = CATEGORIES.flatMap((category) => category.subCategories);

describe('the categories', () => {
  test('are those of the specification, in its order, with all sub-categories', () => {
    const counts = CATEGORIES.map((category) => [category.name, category.subCategories.length]);
    expect(counts).toEqual(Object.entries(COUNTS));
    expect(subCategories).toHaveLength(122);
  });

  test('are numbered from 1, and so are their sub-categories', () => {
    expect(CATEGORIES.map(({ id }) => id).slice(0, 2)).toEqual(['CATEGORY_01', 'CATEGORY_02']);
    expect(CATEGORIES.at(-1)?.id).toBe('CATEGORY_12');
    expect(CATEGORIES[10]?.subCategories.at(-1)?.id).toBe('CATEGORY_11_15');
    for (const { id, parentId } of subCategories) expect(id).toMatch(`${parentId}_`);
  });

  test('have unique ids and names', () => {
    const ids = [...CATEGORIES, ...subCategories].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const names = subCategories.map(({ name }) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name.length < 4)).toEqual([]);
  });
});

describe('a category id', () => {
  test('has a name if it exists', () => {
    expect(categoryName('CATEGORY_07')).toBe('Legal & Compliance');
    expect(subCategoryName('CATEGORY_07_01')).toBe('Immigration Law');
    for (const nothing of ['', null, undefined, 'CATEGORY_13', 'CATEGORY_7', 'constructor'])
      expect([categoryName(nothing), subCategoryName(nothing)]).toEqual([null, null]);
    expect(categoryOf('CATEGORY_07_01')).toBeUndefined();
  });

  test('has sub-categories', () => {
    expect(subCategoriesOf('CATEGORY_01')).toHaveLength(11);
    expect(subCategoriesOf(undefined)).toEqual([]);
  });

  test('belongs to one category only', () => {
    expect(isSubCategoryOf('CATEGORY_07_01', 'CATEGORY_07')).toBe(true);
    expect(isSubCategoryOf('CATEGORY_07_01', 'CATEGORY_01')).toBe(false);
    expect(isSubCategoryOf('CATEGORY_07_09', 'CATEGORY_07')).toBe(false);
    expect(isSubCategoryOf('', 'CATEGORY_07')).toBe(false);
  });
});
