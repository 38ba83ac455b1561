import { describe, expect, test } from '@jest/globals';
import { savedRepliesKey } from '#functions/storage/keys.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newId } from '#shared/ids.ts';
import {
  SAVED_REPLIES_MAX,
  SAVED_REPLY_HTML_MAX,
  TOO_MANY_SAVED_REPLIES,
} from '#shared/rules/conversations/saved-replies.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Saved replies. docs/product/conversations.md#saved-replies */

const world = worldOfFile();

const TEXT = '<p>Thank you for asking.</p>';
const author = () => newPerson(world);
const create = (person: Person, title: string, text = TEXT, key?: string) =>
  responseTo(person.keepsReply({ title, text }, { key }));
const change = (person: Person, id: string, title: string, text = TEXT) =>
  responseTo(person.editsReply({ id }, { title, text }));
const remove = (person: Person, id: string) => responseTo(person.removesReply({ id }));
const view = (person: Person) => responseTo(person.savedReplies());
const titlesOf = async (person: Person): Promise<string[]> =>
  (await person.savedReplies()).data.map(({ title }) => title);
/** Saves a reply and returns its id. */
const saved = async (person: Person, title: string): Promise<string> =>
  (await person.keepsReply({ title, text: TEXT })).id;

describe('createSavedReply', () => {
  test('adds a reply at the end of the list, sanitized', async () => {
    const person = await author();
    await saved(person, 'First');
    const { http, body } = await create(
      person,
      ' Second  one ',
      `${TEXT}<script>alert(1)</script>`,
    );
    expect(http).toBe(200);
    const reply = { id: expect.stringMatching(/^[0-9A-Z]{26}$/), title: 'Second one', text: TEXT };
    expect(body.data).toEqual([reply]);
    expect((await view(person)).body.data).toEqual([expect.anything(), body.data[0]]);
  });

  test('refuses an empty title and a text without words, with an error at each', async () => {
    const person = await author();
    expectRefusal(await create(person, ' ', '<p> </p>'), 400, 'INVALID_INPUT', {
      title: 'Please enter a title',
      text: 'Please enter a text',
    });
    expectRefusal(
      await create(person, 'Title', '<script>alert(1)</script>'),
      400,
      'INVALID_INPUT',
      {
        text: 'Please enter a text',
      },
    );
  });

  test('refuses a title of more than 60 characters and a text of more than 4,000', async () => {
    const person = await author();
    expectRefusal(await create(person, 'x'.repeat(61)), 400, 'INVALID_INPUT', {
      title: 'The title can have at most 60 characters',
    });
    const long = await create(person, 'Title', 'x'.repeat(SAVED_REPLY_HTML_MAX + 1));
    expectRefusal(long, 400, 'INVALID_INPUT', { text: 'This text is too long to be saved' });
  });

  test('refuses more than thirty, also if more are created concurrently', async () => {
    const person = await author();
    for (let count = 2; count < SAVED_REPLIES_MAX; count += 1) await saved(person, `${count}`);
    const answers = await Promise.all([1, 2, 3, 4].map((nth) => create(person, `Late ${nth}`)));
    const refused = answers.filter(({ http }) => http !== 200);
    expect(refused).toHaveLength(2);
    for (const answer of refused)
      expectRefusal(answer, 400, 'INVALID_INPUT', { title: TOO_MANY_SAVED_REPLIES });
    expect(await titlesOf(person)).toHaveLength(SAVED_REPLIES_MAX);
  });

  test('that is repeated with its key saves one reply, also after it was deleted', async () => {
    const person = await author();
    const first = await create(person, 'Once', TEXT, 'key');
    expect((await create(person, 'Once', TEXT, 'key')).body).toEqual(first.body);
    expect(await titlesOf(person)).toEqual(['Once']);
    await remove(person, first.body.data[0].id);
    expect((await create(person, 'Once', TEXT, 'key')).body).toEqual(first.body);
    expect(await titlesOf(person)).toEqual([]);
  });
});

describe('updateSavedReply', () => {
  test('changes title and text in place', async () => {
    const person = await author();
    const id = await saved(person, 'First');
    await saved(person, 'Second');
    const { body } = await change(person, id, 'Changed', '<p>Other words</p>');
    expect(body.data).toEqual([{ id, title: 'Changed', text: '<p>Other words</p>' }]);
    expect(await titlesOf(person)).toEqual(['Changed', 'Second']);
  });

  test('refuses a reply that does not exist, and one of somebody else', async () => {
    const [person, other] = [await author(), await author()];
    const id = await saved(person, 'Mine');
    expectRefusal(await change(person, newId(world.now()), 'Changed'), 404, 'NOT_FOUND');
    expectRefusal(await change(other, id, 'Changed'), 404, 'NOT_FOUND');
    expect(await titlesOf(person)).toEqual(['Mine']);
  });

  test('refuses a text without words', async () => {
    const person = await author();
    const id = await saved(person, 'Mine');
    const empty = await change(person, id, 'Mine', '<script>alert(1)</script>');
    expectRefusal(empty, 400, 'INVALID_INPUT', { text: 'Please enter a text' });
  });

  test.each([
    ['an empty title', ' ', TEXT, { title: 'Please enter a title' }],
    [
      'a title of more than 60 characters',
      'x'.repeat(61),
      TEXT,
      { title: 'The title can have at most 60 characters' },
    ],
    [
      'a text of more than 4,000 characters',
      'Mine',
      'x'.repeat(SAVED_REPLY_HTML_MAX + 1),
      { text: 'This text is too long to be saved' },
    ],
  ])('refuses %s, and changes nothing', async (_what, title, text, fields) => {
    const person = await author();
    const id = await saved(person, 'Mine');
    expectRefusal(await change(person, id, title, text), 400, 'INVALID_INPUT', fields);
    expect((await view(person)).body.data).toEqual([{ id, title: 'Mine', text: TEXT }]);
  });

  test('at the same time as a new reply loses neither', async () => {
    const person = await author();
    const id = await saved(person, 'First');
    await Promise.all([change(person, id, 'Changed'), saved(person, 'Second')]);
    expect(await titlesOf(person)).toEqual(['Changed', 'Second']);
  });
});

describe('deleteSavedReply', () => {
  test('deletes a reply and keeps the others, and succeeds again', async () => {
    const person = await author();
    const id = await saved(person, 'First');
    await saved(person, 'Second');
    expect((await remove(person, id)).http).toBe(200);
    expect((await remove(person, id)).http).toBe(200);
    expect(await titlesOf(person)).toEqual(['Second']);
  });

  test('at the same time as another deletion deletes both', async () => {
    const person = await newPerson(world);
    const [one, other] = [await saved(person, 'One'), await saved(person, 'Other')];
    const { pk } = savedRepliesKey(person.id);
    await world.overtaken(() => remove(person, one), { at: pk, by: () => remove(person, other) });
    expect(await titlesOf(person)).toEqual([]);
  });

  test('leaves a reply of somebody else', async () => {
    const [person, other] = [await author(), await author()];
    const id = await saved(person, 'Mine');
    expect((await remove(other, id)).http).toBe(200);
    expect(await titlesOf(person)).toEqual(['Mine']);
  });
});
