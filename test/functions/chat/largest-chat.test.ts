import { expect, test } from '@jest/globals';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import { CHANGES_KEPT } from '#shared/rules/chat/message-changes.ts';
import { groupOf } from '../../support/chats.ts';
import { dataUrlOf, pngOf } from '../../support/image-fixtures.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

/** The largest chat: fifty people, the longest name, a photo, as many kept changes as there can be, and four typists. */
async function largestChat() {
  const { people, maker, chat } = await groupOf(world, 50);
  await maker.renames(chat, '漢'.repeat(50));
  await maker.setsPhoto(chat, dataUrlOf(pngOf(2, 2)));
  const sent = await maker.says(chat, `<p>${'👩🏽'.repeat(200)}</p>`);
  for (let nth = 0; nth < CHANGES_KEPT; nth += 1)
    await maker.reacts(sent, nth % 2 ? 'like' : 'love');
  const since = String((await maker.messages(chat)).sinceTime);
  const avatarUrl = `https://replypaid.test/media/avatars/${'a'.repeat(80)}.webp`;
  for (const one of people.slice(1, 5)) {
    await table.write(update(userKey(one.user.id), { set: { avatarUrl } }));
    await one.types(chat);
  }
  return { people, maker, chat, since };
}

test('a poll of the largest chat costs half a read unit, and a whole one if all members muted it', async () => {
  const { people, maker, chat, since } = await largestChat();
  const half = { calls: 1, reads: 0.5, writes: 0 };
  expect((await metered(() => maker.polls(chat, since, undefined, { as: maker }))).cost).toEqual(
    half,
  );
  for (const one of people.slice(0, 25)) await one.mutes(chat);
  expect((await metered(() => maker.polls(chat, since, undefined, { as: maker }))).cost).toEqual(
    half,
  );
  for (const one of people.slice(25)) await one.mutes(chat);
  expect((await metered(() => maker.polls(chat, since, undefined, { as: maker }))).cost).toEqual({
    ...half,
    reads: 1,
  });
});
