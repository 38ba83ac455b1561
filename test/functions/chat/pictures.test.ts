import { describe, expect, test } from '@jest/globals';
import jpeg from 'jpeg-js';
import { blockAccount } from '#functions/storage/accounts/blocks.ts';
import { chatMessageAt } from '#functions/storage/chat/chat-messages.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { newId } from '#shared/ids.ts';
import { NOT_CONTACTS_ANY_MORE } from '#shared/rules/chat/chats.ts';
import { NOT_YOUR_MESSAGE } from '#shared/rules/chat/message-changes.ts';
import { MESSAGE_HTML_MAX } from '#shared/rules/conversations/messages.ts';
import { AVATAR_TOO_LARGE, NOT_A_PICTURE } from '#shared/rules/profiles/pictures.ts';
import { instant } from '#shared/time.ts';
import type { Answer } from '../../support/call.ts';
import { groupOf, pair } from '../../support/chats.ts';
import {
  dataUrlOf,
  exif,
  jpegOf,
  PICTURE,
  pngOf,
  withSegment,
} from '../../support/image-fixtures.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const MEDIA = 'https://replypaid.test/media/';
/** The key of the stored picture that an address shows. */
async function keyOf(url: string): Promise<string> {
  const [, , chatId = '', sentAt] = url.split('/');
  const message = await chatMessageAt(table, chatId, instant(Number(sentAt)));
  return (message?.picture?.url ?? '').slice(MEDIA.length);
}
const isStored = async (url: string) => world.media.get(await keyOf(url)) !== undefined;
const storedIn = (chat: Ref) => world.media.keysWith(`messages/${chat.id}/`);
type Picture = { readonly url: string; readonly width: number; readonly height: number };

/** The picture of a message that has one. */
function pictureOf({ picture }: { readonly picture?: Picture | undefined }): Picture {
  if (!picture) throw new Error('the message has no picture');
  return picture;
}

function expectRefused(answer: Answer, http: number, body: Readonly<Record<string, unknown>>) {
  expect(answer.http).toBe(http);
  expect(answer.body).toMatchObject(body);
}

describe('a sent picture', () => {
  test('is shown with its caption to all members, with its size, and by polls', async () => {
    const { maker, others, chat } = await groupOf(world, 3);
    const { sinceTime } = await maker.messages(chat);
    const caption = '<p>The <b>sea</b></p><script>x</script>';
    const { http, body } = await responseTo(maker.sendsPicture(chat, PICTURE, { caption }));
    expect({ http, data: body.data }).toMatchObject({
      http: 200,
      data: [
        {
          number: 1,
          userId: maker.user.id,
          content: '<p>The <strong>sea</strong></p>',
          picture: {
            url: expect.stringMatching(new RegExp(`^/chat-picture/${chat.id}/`)),
            width: 40,
            height: 30,
          },
        },
      ],
    });
    for (const other of others) {
      const { data } = await other.messages(chat);
      // Each member has an address of their own.
      const url = data[0]?.picture?.url;
      const { picture, ...sent } = body.data[0];
      expect(data).toEqual([{ ...sent, picture: { ...picture, url } }]);
      expect((await other.polls(chat, sinceTime)).data).toEqual(data);
    }
  });

  test('is stored as a JPEG of at most 1,600 pixels, which no cache keeps', async () => {
    const { ana, chat } = await pair(world);
    const sent = await ana.sendsPicture(chat, dataUrlOf(pngOf(2_000, 500)));
    expect(pictureOf(sent)).toMatchObject({ width: 1_600, height: 400 });
    const file = world.media.get(await keyOf(pictureOf(sent).url));
    expect(file).toMatchObject({
      type: 'image/jpeg',
      cacheControl: 'no-store',
    });
    const { width, height } = jpeg.decode(file?.body ?? new Uint8Array());
    expect([width, height]).toEqual([1_600, 400]);
  });

  test('has no metadata', async () => {
    const { ana, chat } = await pair(world);
    const bytes = withSegment(jpegOf(8, 8), exif({ orientation: 1, text: 'GPS 45.8150N' }));
    const { url } = pictureOf(await ana.sendsPicture(chat, dataUrlOf(bytes, 'image/jpeg')));
    const { body = new Uint8Array() } = world.media.get(await keyOf(url)) ?? {};
    expect(Buffer.from(body).includes('45.8150N')).toBe(false);
    expect(Buffer.from(body).includes('Exif')).toBe(false);
  });

  test.each([
    ['no caption', undefined, 'Picture'],
    ['a caption without visible text', '<p> </p>', 'Picture'],
    ['a caption', '<p>The sea</p>', 'The sea'],
  ])('with %s has a preview in the list of chats', async (_what, caption, preview) => {
    const { ana, ben, chat } = await pair(world);
    const sent = await ana.sendsPicture(chat, PICTURE, caption === undefined ? {} : { caption });
    if (preview === 'Picture') expect(sent.content).toBe('');
    expect((await ben.chat(chat)).description).toBe(preview);
  });

  test('gets another address when the same picture is sent again', async () => {
    const { ana, chat } = await pair(world);
    const first = pictureOf(await ana.sendsPicture(chat, PICTURE));
    expect(pictureOf(await ana.sendsPicture(chat, PICTURE)).url).not.toBe(first.url);
    await ana.sendsPicture(chat, PICTURE, { key: 'one' });
    await ana.sendsPicture(chat, PICTURE, { key: 'two' });
    expect(storedIn(chat)).toHaveLength(4);
  });
});

describe('a repeated key', () => {
  test('returns the first message and stores nothing more', async () => {
    const { ana, chat } = await pair(world);
    const first = await ana.sendsPicture(chat, PICTURE, { key: 'once' });
    const second = await ana.sendsPicture(chat, PICTURE, { key: 'once' });
    expect([second]).toEqual([first]);
    expect(storedIn(chat)).toHaveLength(1);
    expect((await ana.messages(chat)).pageTotal).toBe(1);
  });

  test('returns the first message to two simultaneous calls', async () => {
    const { ana, chat } = await pair(world);
    const answers = await Promise.all(
      [1, 2].map(() => responseTo(ana.sendsPicture(chat, PICTURE, { key: 'both' }))),
    );
    expect(answers[0]?.body.data[0].id).toBe(answers[1]?.body.data[0].id);
    expect(storedIn(chat)).toHaveLength(1);
  });

  test('does not restore a picture that was deleted', async () => {
    const { ana, chat } = await pair(world);
    const first = await ana.sendsPicture(chat, PICTURE, { key: 'late' });
    await ana.unsays(first);
    const second = await ana.sendsPicture(chat, PICTURE, { key: 'late' });
    expect(second).toMatchObject({ deleted: true, content: '' });
    expect(second.picture).toBeUndefined();
    expect(storedIn(chat)).toEqual([]);
  });

  test('is refused for another picture', async () => {
    const { ana, chat } = await pair(world);
    await ana.sendsPicture(chat, PICTURE, { key: 'same' });
    const other = await responseTo(ana.sendsPicture(chat, dataUrlOf(pngOf(9, 9)), { key: 'same' }));
    expectRefused(other, 400, { status: 'INVALID_INPUT' });
    expect(storedIn(chat)).toHaveLength(1);
  });

  test('sends one message with one stored picture after a crash at any effect', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const { ana, chat } = await pair(world);
      const send = () => responseTo(ana.sendsPicture(chat, PICTURE, { key: 'again' }));
      await crash(send);
      expect((await send()).http).toBe(200);
      const { data } = await ana.messages(chat);
      expect(data).toHaveLength(1);
      expect(storedIn(chat)).toEqual([await keyOf(pictureOf(data[0] ?? {}).url)]);
    });
  });
});

describe('a picture is refused, and nothing is stored,', () => {
  async function expectNothingStored(
    one: Person,
    chat: Ref,
    refusal: { readonly http: number; readonly body: Readonly<Record<string, unknown>> },
  ) {
    expectRefused(await responseTo(one.sendsPicture(chat, PICTURE)), refusal.http, refusal.body);
    expect(storedIn(chat)).toEqual([]);
  }

  test('to a person who is not in the chat, or has left it', async () => {
    const { others, chat } = await groupOf(world, 3);
    const [former] = others as [Person, Person];
    await former.leaves(chat);
    for (const one of [former, await newPerson(world, { licenseId: 'STARTER' })])
      await expectNothingStored(one, chat, { http: 404, body: { status: 'NOT_FOUND' } });
  });

  test('when the two people are no longer contacts', async () => {
    const { ana, ben, chat } = await pair(world);
    await ben.removesContact(ana);
    await expectNothingStored(ana, chat, {
      http: 403,
      body: { status: 'FORBIDDEN', message: NOT_CONTACTS_ANY_MORE },
    });
  });

  test('to a person without a paid plan', async () => {
    const { ana, chat } = await pair(world);
    await table.write(update(userKey(ana.user.id), { set: { licenseId: 'FREE' } }));
    const free = await newPerson(world, { licenseId: 'FREE' });
    await expectNothingStored(free, chat, { http: 403, body: { status: 'PLAN_REQUIRED' } });
  });

  test('to an account that operators blocked', async () => {
    const { ana, chat } = await pair(world);
    const now = world.now();
    const act = { id: newId(now), at: now, who: 'test', command: 'block', about: ana.user.id };
    await blockAccount(table, ana.user.id, { ...act, reason: 'test', outcome: 'blocked' }, now);
    await expectNothingStored(ana, chat, { http: 401, body: { status: 'UNAUTHENTICATED' } });
  });

  test.each([
    ['it is missing', '', 'Please choose a picture'],
    ['it is no data URL', 'hello', NOT_A_PICTURE],
    ['it is not a PNG or JPEG', dataUrlOf(Buffer.from('GIF89a')), NOT_A_PICTURE],
    ['the file is too large', dataUrlOf(Buffer.alloc(2_000_100)), AVATAR_TOO_LARGE],
    ['it has too many pixels', dataUrlOf(pngOf(3_001, 1)), AVATAR_TOO_LARGE],
  ])('when %s', async (_what, base64Image, sentence) => {
    const { ana, chat } = await pair(world);
    const answer = await responseTo(ana.sendsPicture(chat, base64Image));
    expectRefused(answer, 400, { status: 'INVALID_INPUT', fields: { base64Image: sentence } });
    expect(storedIn(chat)).toEqual([]);
  });

  test('when the caption is too long', async () => {
    const { ana, chat } = await pair(world);
    const caption = `<p>${'x'.repeat(MESSAGE_HTML_MAX)}</p>`;
    expectRefused(await responseTo(ana.sendsPicture(chat, PICTURE, { caption })), 400, {
      status: 'INVALID_INPUT',
      fields: { messageText: 'This text is too long' },
    });
    expect(storedIn(chat)).toEqual([]);
  });

  test('after ten of the same person in a minute', async () => {
    const { ana, ben, chat } = await pair(world);
    const left = 60_000 - (world.now() % 60_000);
    if (left < 30_000) world.advance(left);
    const small = dataUrlOf(pngOf(2, 2));
    for (let nth = 0; nth < 10; nth += 1) await ana.sendsPicture(chat, small);
    expect((await responseTo(ana.sendsPicture(chat, small))).http).toBe(429);
    await ben.sendsPicture(chat, small);
  });
});

describe('the caption of a picture', () => {
  test('can be changed and removed', async () => {
    const { ana, ben, chat } = await pair(world);
    const sent = await ana.sendsPicture(chat, PICTURE);
    const edited = await responseTo(ana.edits(sent, '<p>The sea</p>'));
    expect(edited.body.data).toEqual([{ ...sent, content: '<p>The sea</p>', edited: true }]);
    expect((await ben.chat(chat)).description).toBe('The sea');
    expect(await ana.edits(sent, '<p></p>')).toMatchObject({
      content: '',
      picture: sent.picture,
    });
    expect((await ben.chat(chat)).description).toBe('Picture');
  });

  test('is refused if it is too long, and to others', async () => {
    const { ana, ben, chat } = await pair(world);
    const sent = await ana.sendsPicture(chat, PICTURE);
    const long = `<p>${'x'.repeat(MESSAGE_HTML_MAX)}</p>`;
    expectRefused(await responseTo(ana.edits(sent, long)), 400, {
      fields: { messageText: 'This text is too long' },
    });
    expectRefused(await responseTo(ben.edits(sent, '<p>Mine</p>')), 403, {
      message: NOT_YOUR_MESSAGE,
    });
  });
});

describe('deleting a picture message', () => {
  test('removes the picture from the message and from storage', async () => {
    const { ana, ben, chat } = await pair(world);
    const kept = pictureOf(await ana.sendsPicture(chat, PICTURE));
    const sent = await ana.sendsPicture(chat, PICTURE);
    const key = await keyOf(pictureOf(sent).url);
    const message = await ana.unsays(sent);
    expect(message).toMatchObject({ deleted: true, content: '' });
    const [newest] = (await ben.messages(chat)).data;
    expect(newest?.deleted).toBe(true);
    expect(newest?.picture).toBeUndefined();
    expect(world.media.get(key)).toBeUndefined();
    expect(await isStored(kept.url)).toBe(true);
  });

  test('again changes nothing', async () => {
    const { ana, chat } = await pair(world);
    const sent = await ana.sendsPicture(chat, PICTURE);
    const first = await responseTo(ana.unsays(sent));
    expect((await responseTo(ana.unsays(sent))).body).toEqual(first.body);
    expect(storedIn(chat)).toEqual([]);
  });

  test('is refused to others, and keeps the picture', async () => {
    const { ana, ben, chat } = await pair(world);
    const sent = await ana.sendsPicture(chat, PICTURE);
    expectRefused(await responseTo(ben.unsays(sent)), 403, { message: NOT_YOUR_MESSAGE });
    expect(await isStored(pictureOf(sent).url)).toBe(true);
  });

  test('leaves messages without a picture as they were', async () => {
    const { ana, chat } = await pair(world);
    await ana.sendsPicture(chat, PICTURE);
    const sent = await ana.says(chat);
    await ana.unsays(sent);
    expect(storedIn(chat)).toHaveLength(1);
  });
});
