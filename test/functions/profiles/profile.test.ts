import { describe, expect, test } from '@jest/globals';
import { handler as updateUserProfile } from '#functions/profiles/updateUserProfile.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { beforeWrite } from '../../support/before-write.ts';
import { call } from '../../support/call.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import {
  expectRefused,
  type ProfileForm,
  save,
  bioOf as savedBio,
} from '../../support/profiles.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const someone = () => newPerson(world);
/** Saves a bio and returns the stored one. */
const bioOf = async (userBio: string, person?: Person) =>
  savedBio(userBio, person ?? (await someone()));

test('saving a profile changes only the caller’s own', async () => {
  const [one, other] = [await someone(), await someone()];
  expect((await save(one, { userFullName: 'Only My Name' })).http).toBe(200);
  expect((await userById(table, other.user.id, world.now()))?.fullName).toBe(other.user.fullName);
});

describe('a profile', () => {
  test('is shown to its owner and to others as it was saved', async () => {
    const person = await someone();
    const answer = await save(person, {
      userFullName: '  Ada   Lovelace ',
      userBio: '<p>I count.</p>',
    });
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
    expect(answer.body.data[0]).toMatchObject(expected);
    const own = await responseTo(person.calls('checkUser'));
    expect(own.body.data[0]).toMatchObject(expected);
    const seen = await responseTo(visitor().calls('viewUserProfile', { id: person.user.id }));
    expect(seen.body.data[0]).toMatchObject(expected);
  });

  test('returns an error at each missing field', async () => {
    const { token } = await someone();
    expectRefused(await call(updateUserProfile, {}, { token }), {
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
    expectRefused(await save(await someone(), form), fields);
  });

  test('keeps an older username that ends with a dot', async () => {
    const person = await newPerson(world, { username: 'ada.older.' });
    expect((await save(person, { username: 'ada.older.', userFullName: 'Ada Older' })).http).toBe(
      200,
    );
    expectRefused(await save(person, { username: 'ada.oldest.' }), {
      username: 'A username can’t end with a dot',
    });
  });

  test('that two concurrent calls save has the version of the one that writes last', async () => {
    const person = await someone();
    const form = (word: string) => ({
      userFullName: `${word} Window`,
      userBio: `<p>${word} words</p>`,
    });
    const { http } = await beforeWrite(
      userKey(person.user.id).pk,
      () => save(person, form('First')),
      async () => expect((await save(person, form('Other'))).http).toBe(200),
    );
    expect(http).toBe(200);
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
    ])
      expectRefused(await save(await someone(), { userBio }), {
        userBio: 'Your bio can have at most 2,000 characters',
      });
  });
});
