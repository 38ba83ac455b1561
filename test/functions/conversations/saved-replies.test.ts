import { describe, expect, test } from '@jest/globals';
import { handler as createSavedReply } from '#functions/conversations/createSavedReply.ts';
import { handler as deleteSavedReply } from '#functions/conversations/deleteSavedReply.ts';
import { handler as updateSavedReply } from '#functions/conversations/updateSavedReply.ts';
import { handler as viewSavedReplies } from '#functions/conversations/viewSavedReplies.ts';
import { savedRepliesKey } from '#functions/storage/keys.ts';
import { newId } from '#shared/ids.ts';
import {
  SAVED_REPLIES_MAX,
  SAVED_REPLY_HTML_MAX,
  TOO_MANY_SAVED_REPLIES,
} from '#shared/rules/conversations/saved-replies.ts';
import { call } from '../../support/call.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Saved replies. docs/product/conversations.md#saved-replies */

const world = worldOfFile();

const TEXT = '<p>Thank you for asking.</p>';
const author = async () => (await newPerson(world)).token;
const create = (token: string, title: string, text = TEXT, key?: string) =>
  call(
    createSavedReply,
    { title, text },
    { token, ...(key && { headers: { 'idempotency-key': key } }) },
  );
const change = (token: string, savedReplyId: string, title: string, text = TEXT) =>
  call(updateSavedReply, { savedReplyId, title, text }, { token });
const remove = (token: string, savedReplyId: string) =>
  call(deleteSavedReply, { savedReplyId }, { token });
const view = (token: string) => call(viewSavedReplies, {}, { method: 'GET', token });
const titlesOf = async (token: string): Promise<string[]> =>
  (await view(token)).body.data.map(({ title }: { title: string }) => title);
/** Saves a reply and returns its id. */
const saved = async (token: string, title: string): Promise<string> =>
  (await create(token, title)).body.data[0].id;

describe('createSavedReply', () => {
  test('adds a reply at the end of the list, sanitized', async () => {
    const token = await author();
    await saved(token, 'First');
    const { http, body } = await create(token, ' Second  one ', `${TEXT}<script>alert(1)</script>`);
    expect(http).toBe(200);
    const reply = { id: expect.stringMatching(/^[0-9A-Z]{26}$/), title: 'Second one', text: TEXT };
    expect(body.data).toEqual([reply]);
    expect((await view(token)).body.data).toEqual([expect.anything(), body.data[0]]);
  });

  test('refuses an empty title and a text without words, with an error at each', async () => {
    const token = await author();
    expectRefusal(await create(token, ' ', '<p> </p>'), 400, 'INVALID_INPUT', {
      title: 'Please enter a title',
      text: 'Please enter a text',
    });
    expectRefusal(await create(token, 'Title', '<script>alert(1)</script>'), 400, 'INVALID_INPUT', {
      text: 'Please enter a text',
    });
  });

  test('refuses a title of more than 60 characters and a text of more than 4,000', async () => {
    const token = await author();
    expectRefusal(await create(token, 'x'.repeat(61)), 400, 'INVALID_INPUT', {
      title: 'The title can have at most 60 characters',
    });
    const long = await create(token, 'Title', 'x'.repeat(SAVED_REPLY_HTML_MAX + 1));
    expectRefusal(long, 400, 'INVALID_INPUT', { text: 'This text is too long to be saved' });
  });

  test('refuses more than thirty, also if more are created concurrently', async () => {
    const token = await author();
    for (let count = 2; count < SAVED_REPLIES_MAX; count += 1) await saved(token, `${count}`);
    const answers = await Promise.all([1, 2, 3, 4].map((nth) => create(token, `Late ${nth}`)));
    const refused = answers.filter(({ http }) => http !== 200);
    expect(refused).toHaveLength(2);
    for (const answer of refused)
      expectRefusal(answer, 400, 'INVALID_INPUT', { title: TOO_MANY_SAVED_REPLIES });
    expect(await titlesOf(token)).toHaveLength(SAVED_REPLIES_MAX);
  });

  test('that is repeated with its key saves one reply, also after it was deleted', async () => {
    const token = await author();
    const first = await create(token, 'Once', TEXT, 'key');
    expect((await create(token, 'Once', TEXT, 'key')).body).toEqual(first.body);
    expect(await titlesOf(token)).toEqual(['Once']);
    await remove(token, first.body.data[0].id);
    expect((await create(token, 'Once', TEXT, 'key')).body).toEqual(first.body);
    expect(await titlesOf(token)).toEqual([]);
  });
});

describe('updateSavedReply', () => {
  test('changes title and text in place', async () => {
    const token = await author();
    const id = await saved(token, 'First');
    await saved(token, 'Second');
    const { body } = await change(token, id, 'Changed', '<p>Other words</p>');
    expect(body.data).toEqual([{ id, title: 'Changed', text: '<p>Other words</p>' }]);
    expect(await titlesOf(token)).toEqual(['Changed', 'Second']);
  });

  test('refuses a reply that does not exist, and one of somebody else', async () => {
    const [token, other] = [await author(), await author()];
    const id = await saved(token, 'Mine');
    expectRefusal(await change(token, newId(world.now()), 'Changed'), 404, 'NOT_FOUND');
    expectRefusal(await change(other, id, 'Changed'), 404, 'NOT_FOUND');
    expect(await titlesOf(token)).toEqual(['Mine']);
  });

  test('refuses a text without words', async () => {
    const token = await author();
    const id = await saved(token, 'Mine');
    const empty = await change(token, id, 'Mine', '<script>alert(1)</script>');
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
    const token = await author();
    const id = await saved(token, 'Mine');
    expectRefusal(await change(token, id, title, text), 400, 'INVALID_INPUT', fields);
    expect((await view(token)).body.data).toEqual([{ id, title: 'Mine', text: TEXT }]);
  });

  test('at the same time as a new reply loses neither', async () => {
    const token = await author();
    const id = await saved(token, 'First');
    await Promise.all([change(token, id, 'Changed'), saved(token, 'Second')]);
    expect(await titlesOf(token)).toEqual(['Changed', 'Second']);
  });
});

describe('deleteSavedReply', () => {
  test('deletes a reply and keeps the others, and succeeds again', async () => {
    const token = await author();
    const id = await saved(token, 'First');
    await saved(token, 'Second');
    expect((await remove(token, id)).http).toBe(200);
    expect((await remove(token, id)).http).toBe(200);
    expect(await titlesOf(token)).toEqual(['Second']);
  });

  test('at the same time as another deletion deletes both', async () => {
    const { user, token } = await newPerson(world);
    const [one, other] = [await saved(token, 'One'), await saved(token, 'Other')];
    const { pk } = savedRepliesKey(user.id);
    await world.overtaken(() => remove(token, one), { at: pk, by: () => remove(token, other) });
    expect(await titlesOf(token)).toEqual([]);
  });

  test('leaves a reply of somebody else', async () => {
    const [token, other] = [await author(), await author()];
    const id = await saved(token, 'Mine');
    expect((await remove(other, id)).http).toBe(200);
    expect(await titlesOf(token)).toEqual(['Mine']);
  });
});
