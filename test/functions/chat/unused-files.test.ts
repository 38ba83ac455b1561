import { describe, expect, test } from '@jest/globals';
import { isUnusedFilesKey } from '#functions/storage/keys.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import {
  completeDeletions,
  requestDueDeletion,
  runDeleteAccounts,
} from '../../support/account-deletions.ts';
import { groupOf, pair } from '../../support/chats.ts';
import { dataUrlOf, pngOf } from '../../support/image-fixtures.ts';
import type { Person } from '../../support/people.ts';
import { scanTable } from '../../support/scanned-table.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Files that no chat shows any more are removed, wherever a process stops. docs/product/chat.md#pictures */

const world = worldOfFile();

const picturesOf = (chat: Ref) => world.media.keysWith(`messages/${chat.id}/`);
const photosOf = (chat: Ref) => world.media.keysWith(`chats/${chat.id}/`);
const itemsOf = async (chat: Ref) =>
  (await scanTable(world.tableName, `CHAT#${chat.id}#`)).filter(isUnusedFilesKey);

const small = dataUrlOf(pngOf(4, 4));

/** Runs the job once the files of everything before are due. */
async function sweep(): Promise<void> {
  world.advance(HOUR);
  await runDeleteAccounts();
}

async function expectNothingLeft(chat: Ref): Promise<void> {
  expect([...picturesOf(chat), ...photosOf(chat)]).toEqual([]);
  expect(await itemsOf(chat)).toEqual([]);
}

describe('the picture of a deleted message', () => {
  test('is removed with the call, and its item by the job', async () => {
    const { ana, chat } = await pair(world);
    const sent = await ana.sendsPicture(chat, small);
    await ana.unsays(sent);
    expect(picturesOf(chat)).toEqual([]);
    expect(await itemsOf(chat)).toHaveLength(1);
    await sweep();
    await expectNothingLeft(chat);
  });

  test('is removed after a crash at any write of the call or of the job, and never before its message', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const { ana, chat } = await pair(world);
      await ana.sendsPicture(chat, small);
      const sent = await ana.sendsPicture(chat, small);
      await crash(() => responseTo(ana.unsays(sent)));
      const [newest] = (await ana.messages(chat)).data;
      await crash(sweep);
      if (!newest?.deleted) {
        expect(picturesOf(chat)).toHaveLength(2);
        return;
      }
      await sweep();
      expect(picturesOf(chat)).toHaveLength(1);
      expect(await itemsOf(chat)).toEqual([]);
    });
  });

  test('is removed once more after an overtaken call stored it again', async () => {
    const { ana, chat } = await pair(world);
    const sent = await ana.sendsPicture(chat, small);
    const [key = ''] = picturesOf(chat);
    const file = world.media.get(key);
    await ana.unsays(sent);
    if (file) world.media.put(key, file);
    expect(picturesOf(chat)).toEqual([key]);
    await runDeleteAccounts();
    expect(picturesOf(chat)).toEqual([key]);
    world.advance(MINUTE);
    await runDeleteAccounts();
    await expectNothingLeft(chat);
  });
});

describe('the files of a group', () => {
  /** A group with a photo and two pictures; its members have left but the maker. */
  async function lastOf() {
    const { maker, others, chat } = await groupOf(world, 3);
    await maker.setsPhoto(chat, small);
    await (others[0] as Person).sendsPicture(chat, small);
    await maker.says(chat);
    await maker.sendsPicture(chat, small);
    for (const other of others) await other.leaves(chat);
    return { maker, chat };
  }

  test('stay while it has a member, and are removed after the last one left', async () => {
    const { maker, chat } = await lastOf();
    await sweep();
    expect([picturesOf(chat).length, photosOf(chat).length]).toEqual([2, 1]);
    await maker.leaves(chat);
    await sweep();
    await expectNothingLeft(chat);
  });

  test('are removed after a crash at any write', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const { maker, chat } = await lastOf();
      await crash(() => responseTo(maker.leaves(chat)));
      await maker.leaves(chat);
      await crash(sweep);
      await sweep();
      await expectNothingLeft(chat);
    });
  });

  test('are removed page by page, and a run that has no time left goes on with the next one', async () => {
    const { maker, chat } = await lastOf();
    await maker.leaves(chat);
    await world.withSmallPages(sweep);
    await expectNothingLeft(chat);
  });

  test('lose the photo before the current one after a crash at any write of a new photo', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const { maker, chat } = await groupOf(world, 2);
      await maker.setsPhoto(chat, small);
      const [first = ''] = photosOf(chat);
      const isComplete = await crash(() =>
        responseTo(maker.setsPhoto(chat, dataUrlOf(pngOf(5, 5)), { key: 'next' })),
      );
      await maker.setsPhoto(chat, dataUrlOf(pngOf(5, 5)), { key: 'next' });
      await sweep();
      expect(photosOf(chat)).not.toContain(first);
      if (isComplete) expect(photosOf(chat)).toHaveLength(1);
    });
  });
});

describe('the files of a direct chat', () => {
  test('stay with the other person after one account is deleted, and go with the second one', async () => {
    const { ana, ben, chat } = await pair(world);
    await ana.sendsPicture(chat, small);
    await requestDueDeletion(world, ana);
    await completeDeletions(world);
    await sweep();
    expect(picturesOf(chat)).toHaveLength(1);
    expect(await itemsOf(chat)).toEqual([]);
    await requestDueDeletion(world, ben);
    await completeDeletions(world);
    await sweep();
    await expectNothingLeft(chat);
  });
});
