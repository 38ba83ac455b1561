import { describe, expect, test } from '@jest/globals';
import { isUnusedFilesKey } from '#functions/storage/keys.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import {
  completeDeletions,
  requestDueDeletion,
  runDeleteAccounts,
} from '../../support/account-deletions.ts';
import {
  groupOf,
  leave,
  pair,
  say,
  sendPicture,
  setPhoto,
  unsay,
  viewMessages,
} from '../../support/chat-calls.ts';
import { crashAtEveryEffect, interceptEffects } from '../../support/crash.ts';
import { dataUrlOf, pngOf } from '../../support/image-fixtures.ts';
import { type Person, signedInAgain } from '../../support/people.ts';
import { scanTable } from '../../support/scanned-table.ts';
import { withSmallPages } from '../../support/small-pages.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Files that no chat shows any more are removed, wherever a process stops. docs/product/chat.md#pictures */

interceptEffects();
const world = worldOfFile();

const picturesOf = (chatId: string) => world.media.keysWith(`messages/${chatId}/`);
const photosOf = (chatId: string) => world.media.keysWith(`chats/${chatId}/`);
const itemsOf = async (chatId: string) =>
  (await scanTable(world.tableName, `CHAT#${chatId}#`)).filter(isUnusedFilesKey);

const small = dataUrlOf(pngOf(4, 4));

/** Runs the job once the files of everything before are due. */
async function sweep(): Promise<void> {
  world.advance(HOUR);
  await runDeleteAccounts();
}

async function expectNothingLeft(chatId: string): Promise<void> {
  expect([...picturesOf(chatId), ...photosOf(chatId)]).toEqual([]);
  expect(await itemsOf(chatId)).toEqual([]);
}

describe('the picture of a deleted message', () => {
  test('is removed with the call, and its item by the job', async () => {
    const { ana, chatId } = await pair(world);
    const sent = (await sendPicture(ana, chatId, small)).body.data[0];
    expect((await unsay(ana, sent)).http).toBe(200);
    expect(picturesOf(chatId)).toEqual([]);
    expect(await itemsOf(chatId)).toHaveLength(1);
    await sweep();
    await expectNothingLeft(chatId);
  });

  test('is removed after a crash at any write of the call or of the job, and never before its message', async () => {
    await crashAtEveryEffect(async (kill) => {
      const { ana, chatId } = await pair(world);
      await sendPicture(ana, chatId, small);
      const sent = (await sendPicture(ana, chatId, small)).body.data[0];
      await kill(() => unsay(ana, sent));
      const [newest] = (await viewMessages(ana, chatId)).body.data;
      await kill(sweep);
      if (!newest.deleted) {
        expect(picturesOf(chatId)).toHaveLength(2);
        return;
      }
      await sweep();
      expect(picturesOf(chatId)).toHaveLength(1);
      expect(await itemsOf(chatId)).toEqual([]);
    });
  });

  test('is removed once more after an overtaken call stored it again', async () => {
    const { ana, chatId } = await pair(world);
    const sent = (await sendPicture(ana, chatId, small)).body.data[0];
    const [key = ''] = picturesOf(chatId);
    const file = world.media.get(key);
    await unsay(ana, sent);
    if (file) world.media.put(key, file);
    expect(picturesOf(chatId)).toEqual([key]);
    await runDeleteAccounts();
    expect(picturesOf(chatId)).toEqual([key]);
    world.advance(MINUTE);
    await runDeleteAccounts();
    await expectNothingLeft(chatId);
  });
});

describe('the files of a group', () => {
  /** A group with a photo and two pictures; its members have left but the maker. */
  async function lastOf() {
    const { maker, others, chatId } = await groupOf(world, 3);
    await setPhoto(maker, chatId, small);
    await sendPicture(others[0] as Person, chatId, small);
    await say(maker, chatId);
    await sendPicture(maker, chatId, small);
    for (const other of others) await leave(other, chatId);
    return { maker, chatId };
  }

  test('stay while it has a member, and are removed after the last one left', async () => {
    const { maker, chatId } = await lastOf();
    await sweep();
    expect([picturesOf(chatId).length, photosOf(chatId).length]).toEqual([2, 1]);
    await leave(await signedInAgain(world, maker), chatId);
    await sweep();
    await expectNothingLeft(chatId);
  });

  test('are removed after a crash at any write', async () => {
    await crashAtEveryEffect(async (kill) => {
      const { maker, chatId } = await lastOf();
      await kill(() => leave(maker, chatId));
      await leave(maker, chatId);
      await kill(sweep);
      await sweep();
      await expectNothingLeft(chatId);
    });
  });

  test('are removed page by page, and a run that has no time left goes on with the next one', async () => {
    const { maker, chatId } = await lastOf();
    await leave(maker, chatId);
    await withSmallPages(sweep);
    await expectNothingLeft(chatId);
  });

  test('lose the photo before the current one after a crash at any write of a new photo', async () => {
    await crashAtEveryEffect(async (kill) => {
      const { maker, chatId } = await groupOf(world, 2);
      await setPhoto(maker, chatId, small);
      const [first = ''] = photosOf(chatId);
      const isComplete = await kill(() => setPhoto(maker, chatId, dataUrlOf(pngOf(5, 5)), 'next'));
      await setPhoto(maker, chatId, dataUrlOf(pngOf(5, 5)), 'next');
      await sweep();
      expect(photosOf(chatId)).not.toContain(first);
      if (isComplete) expect(photosOf(chatId)).toHaveLength(1);
    });
  });
});

describe('the files of a direct chat', () => {
  test('stay with the other person after one account is deleted, and go with the second one', async () => {
    const { ana, ben, chatId } = await pair(world);
    await sendPicture(ana, chatId, small);
    await requestDueDeletion(world, ana);
    await completeDeletions(world);
    await sweep();
    expect(picturesOf(chatId)).toHaveLength(1);
    expect(await itemsOf(chatId)).toEqual([]);
    await requestDueDeletion(world, await signedInAgain(world, ben));
    await completeDeletions(world);
    await sweep();
    await expectNothingLeft(chatId);
  });
});
