/*
 * Fields in which a date or a detail says more about a person than elsewhere: health, births, grief, law. Their public answers show the
 * month only, and the sender reads one more sentence before agreeing. docs/product/public-answers.md#sensitive-fields
 */

/** Health & Wellness, with Pregnancy & Newborns; Legal & Compliance. */
const CATEGORIES: readonly string[] = ['CATEGORY_04', 'CATEGORY_07'];
/** Grief & Loss, Living with Illness, Recovery & Sobriety. */
const SUB_CATEGORIES: readonly string[] = ['CATEGORY_12_02', 'CATEGORY_12_10', 'CATEGORY_12_11'];

/** Whether the field of a person is sensitive, by the ids of its category and subcategories. */
export const isSensitiveField = (
  category: string | undefined | null,
  subCategories: readonly (string | undefined | null)[],
): boolean =>
  CATEGORIES.includes(category ?? '') ||
  subCategories.some((one) => SUB_CATEGORIES.includes(one ?? ''));
