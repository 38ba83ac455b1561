import { describe, expect, test } from '@jest/globals';
import { userById } from '#functions/storage/accounts/users.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import type { ProfileForm } from '#lib/local/deeds/profiles.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { formOf } from '../../support/profiles.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const someone = () => newPerson(world);
/** Saves a bio and returns the stored one. */
async function bioOf(userBio: string, person?: Person): Promise<string> {
  const author = person ?? (await someone());
  return (await author.editsProfile(formOf(author, { userBio }))).bio;
}

test('saving a profile changes only the caller’s own', async () => {
  const [one, other] = [await someone(), await someone()];
  await one.editsProfile(formOf(one, { userFullName: 'Only My Name' }));
  expect((await userById(table, other.user.id, world.now()))?.fullName).toBe(other.user.fullName);
});

describe('a profile', () => {
  test('is shown to its owner and to others as it was saved', async () => {
    const person = await someone();
    const form = { userFullName: '  Ada   Lovelace ', userBio: '<p>I count.</p>' };
    const saved = await person.editsProfile(formOf(person, form));
    const expected = {
      id: person.user.id,
      username: person.user.username,
      fullName: 'Ada Lovelace',
      bio: '<p>I count.</p>',
      categoryId: 'CATEGORY_07',
      categoryName: 'Legal & Compliance',
      subCategoryId: 'CATEGORY_07_01',
      subCategoryName: 'Immigration Law',
    };
    expect(saved).toMatchObject(expected);
    expect(await person.account()).toMatchObject(expected);
    expect(await visitor().profileOf(person)).toMatchObject(expected);
  });

  test('returns an error at each missing field', async () => {
    await expectRefused((await someone()).editsProfile({}), 400, 'INVALID_INPUT', {
      username: 'Please enter your username',
      userFullName: 'Please enter your full name',
      userBio: 'Please enter a text',
      categoryId: 'Please select a category',
      subCategoryId: 'Please select a sub category',
    });
  });

  test.each<[ProfileForm, Record<string, string>]>([
    [{ userFullName: ' ' }, { userFullName: 'Please enter your full name' }],
    [
      { userFullName: 'Ada' },
      {
        userFullName:
          'Your full name must be at least 5 characters. If your name is short, please add your surname',
      },
    ],
    [{ username: '' }, { username: 'Please enter your username' }],
    [{ username: 'ab' }, { username: 'Your username must be at least 3 characters' }],
    [
      { username: '.ada' },
      { username: 'A username has letters, digits, underscores and dots only' },
    ],
    [{ username: 'ada.' }, { username: 'A username can’t end with a dot' }],
    [{ username: 'a..da' }, { username: 'A username can’t have two dots in a row' }],
    [{ username: '___' }, { username: 'A username needs a letter or a digit' }],
    [{ categoryId: '' }, { categoryId: 'Please select a category' }],
    [{ categoryId: 'CATEGORY_13' }, { categoryId: 'Please select a category' }],
    [{ subCategoryId: '' }, { subCategoryId: 'Please select a sub category' }],
    [{ subCategoryId: 'CATEGORY_01_01' }, { subCategoryId: 'Please select a sub category' }],
    [{ subCategoryId: 'CATEGORY_07_99' }, { subCategoryId: 'Please select a sub category' }],
  ])('refuses %j', async (form, fields) => {
    const person = await someone();
    const saving = person.editsProfile(formOf(person, form));
    await expectRefused(saving, 400, 'INVALID_INPUT', fields);
  });

  test('keeps an older username that ends with a dot', async () => {
    const person = await newPerson(world, { username: 'ada.older.' });
    await person.editsProfile(formOf(person, { userFullName: 'Ada Older' }));
    const renaming = person.editsProfile(formOf(person, { username: 'ada.oldest.' }));
    await expectRefused(renaming, 400, 'INVALID_INPUT', {
      username: 'A username can’t end with a dot',
    });
  });

  test('that two concurrent calls save has the version of the one that writes last', async () => {
    const person = await someone();
    const form = (word: string) => ({
      userFullName: `${word} Window`,
      userBio: `<p>${word} words</p>`,
    });
    await world.overtaken(() => person.editsProfile(formOf(person, form('First'))), {
      at: userKey(person.user.id),
      by: () => person.editsProfile(formOf(person, form('Other'))),
    });
    const user = await userById(table, person.user.id, world.now());
    expect({ userFullName: user?.fullName, userBio: user?.bio }).toEqual(form('First'));
  });
});

describe('the bio', () => {
  test('keeps the formatting of the editor', async () => {
    const html =
      '<p>One <strong>two</strong> <em>three</em> <u>four</u> <s>five</s><br />six</p><ul><li>a</li></ul><ol><li>b</li></ol>';
    expect(await bioOf(html)).toBe(html);
  });

  test('links only to public web addresses, with rel attributes for user content', async () => {
    expect(await bioOf('<p><a href="https://example.com/a">a</a></p>')).toBe(
      '<p><a href="https://example.com/a" rel="ugc nofollow noopener" target="_blank">a</a></p>',
    );
    for (const href of [
      'mailto:a@example.com',
      'javascript:alert(1)',
      'data:text/html,x',
      '//example.com',
      'JaVaScRiPt:x',
    ])
      expect(await bioOf(`<p><a href="${href}">a</a></p>`)).toBe(
        '<p><a rel="ugc nofollow noopener" target="_blank">a</a></p>',
      );
  });

  test('drops scripts, external resources and disguised text', async () => {
    expect(
      await bioOf(
        '<h1>Hello</h1><script>alert(1)</script><p onclick="x()" style="position:fixed" class="y">you</p><iframe src="https://example.com"></iframe><svg onload="x()"></svg><form><input></form>',
      ),
    ).toBe('<p>Hello</p><p>you</p>');
  });

  test('without visible text is empty', async () => {
    for (const html of ['', '<p></p>', '<p> <br></p>', '<p>\u200b</p>'])
      expect(await bioOf(html)).toBe('');
  });

  test('may have 2,000 characters, not counting formatting', async () => {
    const long = `<p>${'<strong>a</strong>b'.repeat(900)}</p>`;
    expect((await bioOf(long)) === long).toBe(true);
    for (const userBio of [
      `<p>${'a'.repeat(2_001)}</p>`,
      '<p></p>'.repeat(3_000),
      '&'.repeat(15_000),
    ]) {
      const person = await someone();
      await expectRefused(person.editsProfile(formOf(person, { userBio })), 400, 'INVALID_INPUT', {
        userBio: 'Your bio can have at most 2,000 characters',
      });
    }
  });
});
