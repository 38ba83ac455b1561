import { expect, test } from '@jest/globals';
import jpeg from 'jpeg-js';
import { chatPartition } from '#functions/storage/keys.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { AVATAR_SIDE } from '#shared/rules/profiles/pictures.ts';
import { groupOf, pair } from '../../support/chats.ts';
import { dataUrlOf, pngOf } from '../../support/image-fixtures.ts';
import type { Person } from '../../support/people.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const MEDIA = 'https://replypaid.test/media/';
const photo = (side = 8) => dataUrlOf(pngOf(side, side));
const stored = (address: string) => world.media.get(address.slice(MEDIA.length));
const photosOf = (chat: Ref) => world.media.keysWith(`chats/${chat.id}/`);
const avatarOf = async (who: Person, chat: Ref) => String((await who.chat(chat)).avatar);

test('a new photo of a group is shown to its members, announced, and drawn again', async () => {
  const { maker, others, chat } = await groupOf(world, 3);
  const [ben = maker] = others;
  const avatar = String((await maker.setsPhoto(chat, photo(AVATAR_SIDE + 100))).avatar);
  expect(avatar).toMatch(new RegExp(`^${MEDIA}chats/${chat.id}/[\\w-]{43}\\.jpg$`));
  expect(await avatarOf(ben, chat)).toBe(avatar);
  const picture = jpeg.decode(stored(avatar)?.body ?? Buffer.alloc(0));
  expect([picture.width, picture.height]).toEqual([AVATAR_SIDE, AVATAR_SIDE]);
  expect((await ben.messages(chat)).data).toMatchObject([
    { number: 1, userId: maker.user.id, announcement: { kind: 'photo', people: [] } },
  ]);
});

test('the previous photo of a group is removed', async () => {
  const { maker, chat } = await groupOf(world, 3);
  await maker.setsPhoto(chat, photo());
  const first = await avatarOf(maker, chat);
  await maker.setsPhoto(chat, photo(9));
  const second = await avatarOf(maker, chat);
  expect([stored(first), stored(second)?.type]).toEqual([undefined, 'image/jpeg']);
  expect(photosOf(chat)).toHaveLength(1);
});

test('a repeated request announces a photo once, also at the same moment', async () => {
  const { maker, chat } = await groupOf(world, 3);
  const set = await Promise.all(
    Array.from({ length: 3 }, () => responseTo(maker.setsPhoto(chat, photo(), { key: 'photo-1' }))),
  );
  const again = await responseTo(maker.setsPhoto(chat, photo(), { key: 'photo-1' }));
  const shown = [...set, again].map(({ http, body }) => `${http} ${body.data?.[0].avatar}`);
  expect(new Set(shown)).toEqual(new Set([`200 ${await avatarOf(maker, chat)}`]));
  expect((await maker.messages(chat)).pageTotal).toBe(1);
  expect(photosOf(chat)).toHaveLength(1);
  const other = await responseTo(maker.setsPhoto(chat, photo(9), { key: 'photo-1' }));
  expect(Object.keys(other.body.fields)).toEqual(['Idempotency-Key']);
});

test('a photo is kept when a message is written at the same moment', async () => {
  const { maker, others, chat } = await groupOf(world, 3);
  const set = await world.overtaken(() => responseTo(maker.setsPhoto(chat, photo())), {
    at: chatPartition(chat.id),
    by: () => (others[0] ?? maker).says(chat),
  });
  expect(stored(set.body.data[0].avatar)).toBeDefined();
  expect(photosOf(chat)).toHaveLength(1);
});

test('a photo is removed again if the owner leaves the group at the same moment', async () => {
  const { maker, chat } = await groupOf(world, 3);
  const refused = await world.overtaken(() => responseTo(maker.setsPhoto(chat, photo())), {
    at: chatPartition(chat.id),
    by: () => maker.leaves(chat),
  });
  expectRefusal(refused, 404, 'NOT_FOUND');
  expect(photosOf(chat)).toEqual([]);
});

test('a photo from another member, from a stranger or for a direct chat is refused and not stored', async () => {
  const { others, chat } = await groupOf(world, 3);
  const [ben] = others as [Person];
  await expectRefused(
    ben.setsPhoto(chat, photo()),
    403,
    'FORBIDDEN',
    'Only the owner of the group can change it.',
  );
  await expectRefused(
    (await newPerson(world, { licenseId: 'STARTER' })).setsPhoto(chat, photo()),
    404,
    'NOT_FOUND',
  );
  expect(photosOf(chat)).toEqual([]);
  const two = await pair(world);
  await expectRefused(two.ana.setsPhoto(two.chat, photo()), 403, 'FORBIDDEN');
});

test('a photo that is not a picture, or is too large, is refused at its field', async () => {
  const { maker, chat } = await groupOf(world, 3);
  await expectRefused(
    maker.setsPhoto(chat, dataUrlOf(Buffer.from('a text'))),
    400,
    'INVALID_INPUT',
    { base64Image: 'This isn’t a PNG or JPEG picture' },
  );
  const large = await responseTo(maker.setsPhoto(chat, dataUrlOf(pngOf(3_001, 1))));
  expect(large.body.fields.base64Image).toMatch(/^This picture is too large/);
  expect((await maker.messages(chat)).pageTotal).toBe(0);
});
