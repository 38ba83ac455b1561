import { describe, expect, test } from '@jest/globals';
import { roomKey, userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { NOT_CONTACTS_ANY_MORE } from '#shared/rules/chat/chats.ts';
import {
  CHANGE_TIME,
  MESSAGE_DELETED,
  NOT_YOUR_MESSAGE,
  TOO_LATE_TO_CHANGE,
} from '#shared/rules/chat/message-changes.ts';
import {
  edit,
  groupOf,
  leave,
  pair,
  poll,
  reactTo,
  say,
  unsay,
  viewMessages,
  viewOne,
} from '../../support/chat-calls.ts';
import { block, removeContact } from '../../support/contacts.ts';
import { blockedNow, signedInAgain } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const PORTRAIT = 'https://replypaid.test/media/avatars/portrait.jpg';

/** Two people, and a message of the first. `avatarUrl`: the portrait of the first. */
const pairWithMessage = async ({ avatarUrl }: { readonly avatarUrl?: string } = {}) => {
  const { ana, ben, chatId } = await pair(world);
  if (avatarUrl) await table.write(update(userKey(ana.user.id), { set: { avatarUrl } }));
  const sent = (await say(ana, chatId, '<p>Hello</p>')).body.data[0];
  const { sinceTime } = (await viewMessages(ben, chatId)).body;
  return { ana, ben, chatId, sent, sinceTime: String(sinceTime) };
};
const refused = { http: 403, body: expect.objectContaining({ status: 'FORBIDDEN' }) };

describe('editing a message', () => {
  test('replaces its text for all members and marks it as edited', async () => {
    const { ana, ben, chatId, sent } = await pairWithMessage();
    const { http, body } = await edit(ana, sent, '<p>Hello <b>Ben</b></p>');
    expect({ http, data: body.data }).toEqual({
      http: 200,
      data: [{ ...sent, content: '<p>Hello <strong>Ben</strong></p>', edited: true }],
    });
    expect((await viewMessages(ben, chatId)).body.data).toEqual(body.data);
    expect((await viewOne(ben, chatId)).body.data[0].description).toBe('Hello Ben');
  });

  test('leaves the preview of the chat as it is if the message is not the newest', async () => {
    const { ana, ben, chatId, sent } = await pairWithMessage();
    await say(ben, chatId, '<p>Hi</p>');
    const { body } = await edit(ana, sent, '<p>Good morning</p>');
    expect(body.data).toMatchObject([{ content: '<p>Good morning</p>', edited: true }]);
    expect((await viewOne(ben, chatId)).body.data[0].description).toBe('Hi');
  });

  test('is refused to others, after 15 minutes, and for a deleted message', async () => {
    const { ana, ben, sent } = await pairWithMessage();
    expect(await edit(ben, sent, '<p>x</p>')).toMatchObject({
      ...refused,
      body: { message: NOT_YOUR_MESSAGE },
    });
    await unsay(ana, sent);
    expect((await edit(ana, sent, '<p>x</p>')).body.message).toBe(MESSAGE_DELETED);
    const late = await pairWithMessage();
    world.advance(CHANGE_TIME);
    const back = await signedInAgain(world, late.ana);
    expect((await edit(back, late.sent, '<p>x</p>')).body.message).toBe(TOO_LATE_TO_CHANGE);
  });

  test('is refused at the field if nothing is left of the text', async () => {
    const { ana, sent } = await pairWithMessage();
    const { http, body } = await edit(ana, sent, '<p> </p>');
    expect({ http, fields: Object.keys(body.fields) }).toEqual({
      http: 400,
      fields: ['messageText'],
    });
  });

  test.each([
    ['the contact ended', removeContact],
    ['the other person blocked the writer', block],
  ])(
    'is refused after %s, as is a reaction, but deleting the message still works',
    async (_, end) => {
      const { ana, ben, chatId, sent } = await pairWithMessage();
      await end(ben, ana);
      for (const answer of [
        await edit(ana, sent, '<p>Answer me!</p>'),
        await reactTo(ana, sent, 'love'),
      ])
        expect(answer).toMatchObject({ ...refused, body: { message: NOT_CONTACTS_ANY_MORE } });
      expect((await viewMessages(ben, chatId)).body.data).toEqual([sent]);
      expect((await unsay(ana, sent)).http).toBe(200);
    },
  );

  test('with the same text changes nothing', async () => {
    const { ana, chatId, sent } = await pairWithMessage();
    expect((await edit(ana, sent, '<p>Hello</p>')).body.data).toEqual([sent]);
    expect((await viewMessages(ana, chatId)).body.revision).toBe(0);
  });
});

describe('deleting a message', () => {
  test('empties it and keeps its number; deleting it again succeeds', async () => {
    const { ana, ben, chatId, sent } = await pairWithMessage();
    await reactTo(ben, sent, 'like');
    const { body } = await unsay(ana, sent);
    expect(body.data).toEqual([{ ...sent, content: '', deleted: true }]);
    expect((await unsay(ana, sent)).body.data).toEqual(body.data);
    expect((await viewOne(ben, chatId)).body.data[0].description).toBe('Message deleted');
    expect((await say(ben, chatId)).body.data[0].number).toBe(2);
  });

  test('is refused to others, also when it is deleted already', async () => {
    const { ana, ben, sent } = await pairWithMessage();
    expect(await unsay(ben, sent)).toMatchObject(refused);
    await unsay(ana, sent);
    expect(await unsay(ben, sent)).toMatchObject(refused);
  });

  test('is refused after 15 minutes', async () => {
    const { ana, sent } = await pairWithMessage();
    world.advance(CHANGE_TIME);
    expect(await unsay(await signedInAgain(world, ana), sent)).toMatchObject(refused);
  });
});

describe('a reaction', () => {
  test('is one for each person, can be changed, and can be removed', async () => {
    const { ana, ben, sent } = await pairWithMessage();
    await reactTo(ana, sent, 'love');
    const both = await reactTo(ben, sent, 'love');
    expect(both.body.data[0].reactions).toEqual([
      { reaction: 'love', userIds: expect.arrayContaining([ana.user.id, ben.user.id]) },
    ]);
    const changed = await reactTo(ben, sent, 'like');
    expect(changed.body.data[0].reactions).toEqual([
      { reaction: 'like', userIds: [ben.user.id] },
      { reaction: 'love', userIds: [ana.user.id] },
    ]);
    await reactTo(ben, sent);
    const none = await reactTo(ana, sent);
    expect(none.body.data[0]).toEqual(sent);
  });

  test('of another kind is refused at the field', async () => {
    const { ben, sent } = await pairWithMessage();
    expect((await reactTo(ben, sent, 'angry')).body.fields).toEqual({
      reaction: 'Please choose a reaction',
    });
  });

  test('to a deleted message is refused', async () => {
    const { ana, ben, sent } = await pairWithMessage();
    await unsay(ana, sent);
    expect(await reactTo(ben, sent, 'like')).toMatchObject({
      http: 409,
      body: { status: 'WRONG_STATUS', message: MESSAGE_DELETED },
    });
  });

  test('is kept for each person if many react at once', async () => {
    const { people, maker, chatId } = await groupOf(world, 8);
    const sent = (await say(maker, chatId)).body.data[0];
    await Promise.all(people.map((one) => reactTo(one, sent, 'thanks')));
    const { data, revision } = (await viewMessages(maker, chatId)).body;
    expect(data[0].reactions[0].userIds).toHaveLength(8);
    expect(revision).toBe(8);
  });
});

describe('a changed message of a blocked person', () => {
  test('has no portrait in a poll, a response or a hint', async () => {
    const { ana, ben, chatId, sinceTime, sent } = await pairWithMessage({ avatarUrl: PORTRAIT });
    expect((await reactTo(ben, sent, 'like')).body.data[0].userAvatar).toBe(PORTRAIT);
    await blockedNow(world, ana);
    world.hints.length = 0;
    expect((await reactTo(ben, sent, 'love')).body.data[0].userAvatar).toBeNull();
    expect((await poll(ben, chatId, sinceTime, 0)).body.changed[0].userAvatar).toBeNull();
    // Around the end of a period, a hint is published to two channels.
    expect(world.hints.map(({ hint }) => hint)).toContainEqual(
      expect.objectContaining({ message: expect.objectContaining({ userAvatar: null }) }),
    );
    expect(JSON.stringify(world.hints)).not.toContain(PORTRAIT);
  });
});

describe('a caller who is not in the chat', () => {
  test('gets NOT_FOUND for every change, as for a message that does not exist', async () => {
    const { maker, others, chatId } = await groupOf(world, 3);
    const sent = (await say(maker, chatId)).body.data[0];
    const [left] = others;
    if (left) await leave(left, chatId);
    const stranger = (await pair(world)).ana;
    for (const one of [left ?? stranger, stranger])
      for (const answer of [
        await edit(one, sent, '<p>x</p>'),
        await unsay(one, sent),
        await reactTo(one, sent, 'like'),
      ])
        expect(answer.http).toBe(404);
    const wrong = { ...sent, id: `${chatId}-7` };
    expect((await reactTo(maker, wrong, 'like')).http).toBe(404);
    const other = { ...sent, dateTimeSent: '2026-01-01T00:00:00.000Z' };
    expect((await reactTo(maker, other, 'like')).http).toBe(404);
  });
});

describe('a poll', () => {
  test('returns the messages that changed after the revision that the client knows', async () => {
    const { ana, ben, chatId, sent, sinceTime } = await pairWithMessage();
    await edit(ana, sent, '<p>Hello Ben</p>');
    const { body } = await poll(ben, chatId, sinceTime, 0);
    expect(body).toMatchObject({ revision: 1, changesLost: false, data: [] });
    expect(body.changed).toEqual([{ ...sent, content: '<p>Hello Ben</p>', edited: true }]);
    expect((await poll(ben, chatId, sinceTime, 1)).body.changed).toEqual([]);
    expect((await poll(ben, chatId, sinceTime)).body).toMatchObject({ revision: 1, changed: [] });
  });

  test('says that changes are lost if there were more than the chat holds', async () => {
    const { ana, ben, chatId, sent, sinceTime } = await pairWithMessage();
    for (let nth = 0; nth < 17; nth += 1) await reactTo(ana, sent, nth % 2 ? 'like' : 'love');
    expect((await poll(ben, chatId, sinceTime, 1)).body).toMatchObject({
      changesLost: false,
      changed: [{ id: sent.id }],
    });
    expect((await poll(ben, chatId, sinceTime, 0)).body).toMatchObject({
      changesLost: true,
      changed: [],
    });
    const room = await table.get<Record<string, unknown>>(roomKey(chatId));
    expect(Object.keys(room ?? {}).filter((name) => /^change\d/.test(name))).toHaveLength(16);
  });
});
