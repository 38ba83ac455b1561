import { describe, expect, test } from '@jest/globals';
import { bio } from '#shared/rules/profiles/bios.ts';
import { category, furtherSubCategory, subCategory } from '#shared/rules/profiles/categories.ts';
import { isHidden, listing } from '#shared/rules/profiles/listing.ts';
import { avatarImage } from '#shared/rules/profiles/pictures.ts';
import { profileInput, profileOf } from '#shared/rules/profiles/profile-fields.ts';

type Schema = { safeParse(value: unknown): { error?: { issues: { message: string }[] } } };
const faultOf = (schema: Schema, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

const [NO_CATEGORY, NO_SUB_CATEGORY, NOT_CHOSEN, NOT_A_PICTURE] = [
  'Please select a category',
  'Please select a sub category',
  'Please choose whether you’re shown',
  'This isn’t a PNG or JPEG picture',
];
const TOO_LARGE =
  'This picture is too large. It can have at most 2 MB and 3,000 pixels on each side.';
const TOO_LONG = 'Your bio can have at most 2,000 characters';
const TOO_HEAVY =
  'These pictures are too large together. Please leave one out or use smaller ones.';
/** A data URL of this many bytes. */
const picture = (bytes: number) =>
  `data:image/png;base64,${'A'.repeat(Math.ceil((bytes * 4) / 3))}`;

describe('a field of the profile is validated', () => {
  test.each<[string, Schema, unknown, ...string[]]>([
    ['a category', category, 'CATEGORY_01'],
    ['another category', category, 'CATEGORY_13', NO_CATEGORY],
    ['no category', category, undefined, NO_CATEGORY],
    ['a subcategory', subCategory, 'CATEGORY_01_01'],
    ['an empty one', subCategory, '', NO_SUB_CATEGORY],
    ['none', subCategory, undefined, NO_SUB_CATEGORY],
    ['one of 60 characters', subCategory, 'x'.repeat(60)],
    ['one of 61', subCategory, 'x'.repeat(61), NO_SUB_CATEGORY],
    ['a further subcategory', furtherSubCategory, 'x'.repeat(60)],
    ['one of 61', furtherSubCategory, 'x'.repeat(61), NO_SUB_CATEGORY],
    ['a number', furtherSubCategory, 1, NO_SUB_CATEGORY],
    ['none', furtherSubCategory, undefined],
    ['a shown profile', listing, 'SHOWN'],
    ['a hidden profile', listing, 'HIDDEN'],
    ['neither', listing, 'OTHER', NOT_CHOSEN],
    ['something long', listing, 'x'.repeat(11), NOT_CHOSEN],
    ['no choice', listing, undefined],
    ['a bio of 2,000 characters', bio, `<p>${'x'.repeat(2_000)}</p>`],
    ['2,001', bio, 'x'.repeat(2_001), TOO_LONG],
    ['20,000 of HTML', bio, '<p>'.repeat(20_000 / 3).padEnd(20_000)],
    ['20,001', bio, '<p>'.repeat(20_000 / 3).padEnd(20_001), TOO_LONG],
    ['3,500,000 with pictures', bio, `data:a/b;base64,${'A'.repeat(3_500_000 - 16)}`],
    ['3,500,001', bio, `data:a/b;base64,${'A'.repeat(3_500_000 - 15)}`, TOO_HEAVY],
    ['no bio', bio, undefined, 'Please enter a text'],
    ['a portrait of 2 MB', avatarImage, picture(2_000_000)],
    ['a portrait above', avatarImage, picture(2_000_001), TOO_LARGE],
    ['an address', avatarImage, 'https://example.com/a.png', NOT_A_PICTURE],
    ['an empty text', avatarImage, '', 'Please choose a picture'],
    ['no portrait', avatarImage, undefined, 'Please choose a picture'],
  ])('%s', (_, schema, value, ...[fault]) => expect(faultOf(schema, value)).toBe(fault));
});

test('an account is hidden only if the person chose it', () => {
  expect(isHidden({ listing: 'HIDDEN' })).toBe(true);
  expect([isHidden({ listing: 'SHOWN' }), isHidden({})]).toEqual([false, false]);
});

test('the form of the profile sets each attribute that it has, and leaves the others as they are', () => {
  const form = {
    username: 'ada',
    userFullName: 'Ada Lovelace',
    userBio: '<p>Hello</p>',
    categoryId: 'CATEGORY_01',
    subCategoryId: 'CATEGORY_01_01',
    secondSubCategoryId: '',
    thirdSubCategoryId: 'CATEGORY_01_02',
  };
  expect(profileOf(profileInput.parse({ ...form, listing: 'HIDDEN', more: 1 }))).toEqual({
    username: 'ada',
    fullName: 'Ada Lovelace',
    bio: '<p>Hello</p>',
    listing: 'HIDDEN',
    categoryId: 'CATEGORY_01',
    subCategoryId: 'CATEGORY_01_01',
    secondSubCategoryId: '',
    thirdSubCategoryId: 'CATEGORY_01_02',
  });
  const { thirdSubCategoryId: _third, ...old } = form;
  expect(Object.keys(profileOf(profileInput.parse(old)))).not.toContain('thirdSubCategoryId');
});
