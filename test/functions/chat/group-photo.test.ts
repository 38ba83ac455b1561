import { expect, test } from '@jest/globals';
import jpeg from 'jpeg-js';
import { chatPartition } from '#functions/storage/keys.ts';
import { AVATAR_SIDE } from '#shared/rules/profiles/pictures.ts';
import { beforeWrite } from '../../support/before-write.ts';
import {
  groupOf,
  leave,
  pair,
  say,
  setPhoto,
  viewMessages,
  viewOne,
} from '../../support/chat-calls.ts';
import { newMember } from '../../support/contacts.ts';
import { dataUrlOf, pngOf } from '../../support/image-fixtures.ts';
import type { Person } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const MEDIA = 'https://replypaid.test/media/';
const photo = (side = 8) => dataUrlOf(pngOf(side, side));
const stored = (address: string) => world.media.get(address.slice(MEDIA.length));
const photosOf = (chatId: string) => world.media.keysWith(`chats/${chatId}/`);
const avatarOf = async (who: Person, chatId: string) =>
  String((await viewOne(who, chatId)).body.data[0].avatar);

test('a new photo of a group is shown to its members, announced, and drawn again', async () => {
  const { maker, others, chatId } = await groupOf(world, 3);
  const [ben = maker] = others;
  const { http, body } = await setPhoto(maker, chatId, photo(AVATAR_SIDE + 100));
  expect(http).toBe(200);
  const { avatar } = body.data[0];
  expect(avatar).toMatch(new RegExp(`^${MEDIA}chats/${chatId}/[\\w-]{43}\\.jpg$`));
  expect(await avatarOf(ben, chatId)).toBe(avatar);
  const picture = jpeg.decode(stored(avatar)?.body ?? Buffer.alloc(0));
  expect([picture.width, picture.height]).toEqual([AVATAR_SIDE, AVATAR_SIDE]);
  expect((await viewMessages(ben, chatId)).body.data).toMatchObject([
    { number: 1, userId: maker.user.id, announcement: { kind: 'photo', people: [] } },
  ]);
});

test('the previous photo of a group is removed', async () => {
  const { maker, chatId } = await groupOf(world, 3);
  await setPhoto(maker, chatId, photo());
  const first = await avatarOf(maker, chatId);
  await setPhoto(maker, chatId, photo(9));
  const second = await avatarOf(maker, chatId);
  expect([stored(first), stored(second)?.type]).toEqual([undefined, 'image/jpeg']);
  expect(photosOf(chatId)).toHaveLength(1);
});

test('a repeated request announces a photo once, also at the same moment', async () => {
  const { maker, chatId } = await groupOf(world, 3);
  const set = await Promise.all(
    Array.from({ length: 3 }, () => setPhoto(maker, chatId, photo(), 'photo-1')),
  );
  const again = await setPhoto(maker, chatId, photo(), 'photo-1');
  const shown = [...set, again].map(({ http, body }) => `${http} ${body.data?.[0].avatar}`);
  expect(new Set(shown)).toEqual(new Set([`200 ${await avatarOf(maker, chatId)}`]));
  expect((await viewMessages(maker, chatId)).body.pageTotal).toBe(1);
  expect(photosOf(chatId)).toHaveLength(1);
  const other = await setPhoto(maker, chatId, photo(9), 'photo-1');
  expect(Object.keys(other.body.fields)).toEqual(['Idempotency-Key']);
});

test('a photo is kept when a message is written at the same moment', async () => {
  const { maker, others, chatId } = await groupOf(world, 3);
  const set = await beforeWrite(
    chatPartition(chatId),
    () => setPhoto(maker, chatId, photo()),
    () => say(others[0] ?? maker, chatId),
  );
  expect(stored(set.body.data[0].avatar)).toBeDefined();
  expect(photosOf(chatId)).toHaveLength(1);
});

test('a photo is removed again if the owner leaves the group at the same moment', async () => {
  const { maker, chatId } = await groupOf(world, 3);
  const refused = await beforeWrite(
    chatPartition(chatId),
    () => setPhoto(maker, chatId, photo()),
    () => leave(maker, chatId),
  );
  expectRefusal(refused, 404, 'NOT_FOUND');
  expect(photosOf(chatId)).toEqual([]);
});

test('a photo from another member, from a stranger or for a direct chat is refused and not stored', async () => {
  const { others, chatId } = await groupOf(world, 3);
  const [ben] = others as [Person];
  expectRefusal(
    await setPhoto(ben, chatId, photo()),
    403,
    'FORBIDDEN',
    'Only the owner of the group can change it.',
  );
  expectRefusal(await setPhoto(await newMember(world), chatId, photo()), 404, 'NOT_FOUND');
  expect(photosOf(chatId)).toEqual([]);
  const two = await pair(world);
  expectRefusal(await setPhoto(two.ana, two.chatId, photo()), 403, 'FORBIDDEN');
});

test('a photo that is not a picture, or is too large, is refused at its field', async () => {
  const { maker, chatId } = await groupOf(world, 3);
  expectRefusal(
    await setPhoto(maker, chatId, dataUrlOf(Buffer.from('a text'))),
    400,
    'INVALID_INPUT',
    { base64Image: 'This isn’t a PNG or JPEG picture' },
  );
  const large = await setPhoto(maker, chatId, dataUrlOf(pngOf(3_001, 1)));
  expect(large.body.fields.base64Image).toMatch(/^This picture is too large/);
  expect((await viewMessages(maker, chatId)).body.pageTotal).toBe(0);
});
