import { describe, expect, test } from '@jest/globals';
import { roomKey, userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { NOT_CONTACTS_ANY_MORE } from '#shared/rules/chat/chats.ts';
import {
  CHANGE_TIME,
  MESSAGE_DELETED,
  NOT_YOUR_MESSAGE,
  TOO_LATE_TO_CHANGE,
} from '#shared/rules/chat/message-changes.ts';
import { groupOf, pair } from '../../support/chats.ts';
import { blockedNow, type Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const PORTRAIT = 'https://replypaid.test/media/avatars/portrait.jpg';

/** Two people, and a message of the first. `avatarUrl`: the portrait of the first. */
const pairWithMessage = async ({ avatarUrl }: { readonly avatarUrl?: string } = {}) => {
  const { ana, ben, chat } = await pair(world);
  if (avatarUrl) await table.write(update(userKey(ana.user.id), { set: { avatarUrl } }));
  const sent = await ana.says(chat, '<p>Hello</p>');
  const { sinceTime } = await ben.messages(chat);
  return { ana, ben, chat, sent, sinceTime: String(sinceTime) };
};
const refused = { http: 403, body: expect.objectContaining({ status: 'FORBIDDEN' }) };

describe('editing a message', () => {
  test('replaces its text for all members and marks it as edited', async () => {
    const { ana, ben, chat, sent } = await pairWithMessage();
    const { http, body } = await responseTo(ana.edits(sent, '<p>Hello <b>Ben</b></p>'));
    expect({ http, data: body.data }).toEqual({
      http: 200,
      data: [{ ...sent, content: '<p>Hello <strong>Ben</strong></p>', edited: true }],
    });
    expect((await ben.messages(chat)).data).toEqual(body.data);
    expect((await ben.chat(chat)).description).toBe('Hello Ben');
  });

  test('leaves the preview of the chat as it is if the message is not the newest', async () => {
    const { ana, ben, chat, sent } = await pairWithMessage();
    await ben.says(chat, '<p>Hi</p>');
    const message = await ana.edits(sent, '<p>Good morning</p>');
    expect([message]).toMatchObject([{ content: '<p>Good morning</p>', edited: true }]);
    expect((await ben.chat(chat)).description).toBe('Hi');
  });

  test('is refused to others, after 15 minutes, and for a deleted message', async () => {
    const { ana, ben, sent } = await pairWithMessage();
    expect(await responseTo(ben.edits(sent, '<p>x</p>'))).toMatchObject({
      ...refused,
      body: { message: NOT_YOUR_MESSAGE },
    });
    await ana.unsays(sent);
    expect((await responseTo(ana.edits(sent, '<p>x</p>'))).body.message).toBe(MESSAGE_DELETED);
    const late = await pairWithMessage();
    world.advance(CHANGE_TIME);
    await expectRefused(
      late.ana.edits(late.sent, '<p>x</p>'),
      403,
      'FORBIDDEN',
      TOO_LATE_TO_CHANGE,
    );
  });

  test('is refused at the field if nothing is left of the text', async () => {
    const { ana, sent } = await pairWithMessage();
    const { http, body } = await responseTo(ana.edits(sent, '<p> </p>'));
    expect({ http, fields: Object.keys(body.fields) }).toEqual({
      http: 400,
      fields: ['messageText'],
    });
  });

  test.each([
    ['the contact ended', (ben: Person, ana: Person) => ben.removesContact(ana)],
    ['the other person blocked the writer', (ben: Person, ana: Person) => ben.blocks(ana)],
  ])(
    'is refused after %s, as is a reaction, but deleting the message still works',
    async (_, end) => {
      const { ana, ben, chat, sent } = await pairWithMessage();
      await end(ben, ana);
      for (const answer of [
        await responseTo(ana.edits(sent, '<p>Answer me!</p>')),
        await responseTo(ana.reacts(sent, 'love')),
      ])
        expect(answer).toMatchObject({ ...refused, body: { message: NOT_CONTACTS_ANY_MORE } });
      expect((await ben.messages(chat)).data).toEqual([sent]);
      await ana.unsays(sent);
    },
  );

  test('with the same text changes nothing', async () => {
    const { ana, chat, sent } = await pairWithMessage();
    expect([await ana.edits(sent, '<p>Hello</p>')]).toEqual([sent]);
    expect((await ana.messages(chat)).revision).toBe(0);
  });
});

describe('deleting a message', () => {
  test('empties it and keeps its number; deleting it again succeeds', async () => {
    const { ana, ben, chat, sent } = await pairWithMessage();
    await ben.reacts(sent, 'like');
    const message = await ana.unsays(sent);
    expect([message]).toEqual([{ ...sent, content: '', deleted: true }]);
    expect([await ana.unsays(sent)]).toEqual([message]);
    expect((await ben.chat(chat)).description).toBe('Message deleted');
    expect((await ben.says(chat)).number).toBe(2);
  });

  test('is refused to others, also when it is deleted already', async () => {
    const { ana, ben, sent } = await pairWithMessage();
    expect(await responseTo(ben.unsays(sent))).toMatchObject(refused);
    await ana.unsays(sent);
    expect(await responseTo(ben.unsays(sent))).toMatchObject(refused);
  });

  test('is refused after 15 minutes', async () => {
    const { ana, sent } = await pairWithMessage();
    world.advance(CHANGE_TIME);
    expect(await responseTo(ana.unsays(sent))).toMatchObject(refused);
  });
});

describe('a reaction', () => {
  test('is one for each person, can be changed, and can be removed', async () => {
    const { ana, ben, sent } = await pairWithMessage();
    await ana.reacts(sent, 'love');
    const both = await ben.reacts(sent, 'love');
    expect(both.reactions).toEqual([
      { reaction: 'love', userIds: expect.arrayContaining([ana.user.id, ben.user.id]) },
    ]);
    const changed = await ben.reacts(sent, 'like');
    expect(changed.reactions).toEqual([
      { reaction: 'like', userIds: [ben.user.id] },
      { reaction: 'love', userIds: [ana.user.id] },
    ]);
    await ben.reacts(sent);
    const none = await ana.reacts(sent);
    expect(none).toEqual(sent);
  });

  test('of another kind is refused at the field', async () => {
    const { ben, sent } = await pairWithMessage();
    expect((await responseTo(ben.reacts(sent, 'angry'))).body.fields).toEqual({
      reaction: 'Please choose a reaction',
    });
  });

  test('to a deleted message is refused', async () => {
    const { ana, ben, sent } = await pairWithMessage();
    await ana.unsays(sent);
    expect(await responseTo(ben.reacts(sent, 'like'))).toMatchObject({
      http: 409,
      body: { status: 'WRONG_STATUS', message: MESSAGE_DELETED },
    });
  });

  test('is kept for each person if many react at once', async () => {
    const { people, maker, chat } = await groupOf(world, 8);
    const sent = await maker.says(chat);
    await Promise.all(people.map((one) => one.reacts(sent, 'thanks')));
    const { data, revision } = await maker.messages(chat);
    expect(data[0]?.reactions?.[0]?.userIds).toHaveLength(8);
    expect(revision).toBe(8);
  });
});

describe('a changed message of a blocked person', () => {
  test('has no portrait in a poll, a response or a hint', async () => {
    const { ana, ben, chat, sinceTime, sent } = await pairWithMessage({ avatarUrl: PORTRAIT });
    expect((await ben.reacts(sent, 'like')).userAvatar).toBe(PORTRAIT);
    await blockedNow(world, ana);
    world.hints.length = 0;
    expect((await ben.reacts(sent, 'love')).userAvatar).toBeNull();
    expect((await ben.polls(chat, sinceTime, 0)).changed[0]?.userAvatar).toBeNull();
    // Around the end of a period, a hint is published to two channels.
    expect(world.hints.map(({ hint }) => hint)).toContainEqual(
      expect.objectContaining({ message: expect.objectContaining({ userAvatar: null }) }),
    );
    expect(JSON.stringify(world.hints)).not.toContain(PORTRAIT);
  });
});

describe('a caller who is not in the chat', () => {
  test('gets NOT_FOUND for every change, as for a message that does not exist', async () => {
    const { maker, others, chat } = await groupOf(world, 3);
    const sent = await maker.says(chat);
    const [left] = others;
    if (left) await left.leaves(chat);
    const stranger = (await pair(world)).ana;
    for (const one of [left ?? stranger, stranger])
      for (const answer of [
        await responseTo(one.edits(sent, '<p>x</p>')),
        await responseTo(one.unsays(sent)),
        await responseTo(one.reacts(sent, 'like')),
      ])
        expect(answer.http).toBe(404);
    const wrong = { ...sent, id: `${chat.id}-7` };
    expect((await responseTo(maker.reacts(wrong, 'like'))).http).toBe(404);
    const other = { ...sent, dateTimeSent: '2026-01-01T00:00:00.000Z' };
    expect((await responseTo(maker.reacts(other, 'like'))).http).toBe(404);
  });
});

describe('a poll', () => {
  test('returns the messages that changed after the revision that the client knows', async () => {
    const { ana, ben, chat, sent, sinceTime } = await pairWithMessage();
    await ana.edits(sent, '<p>Hello Ben</p>');
    const body = await ben.polls(chat, sinceTime, 0);
    expect(body).toMatchObject({ revision: 1, changesLost: false, data: [] });
    expect(body.changed).toEqual([{ ...sent, content: '<p>Hello Ben</p>', edited: true }]);
    expect((await ben.polls(chat, sinceTime, 1)).changed).toEqual([]);
    expect(await ben.polls(chat, sinceTime)).toMatchObject({ revision: 1, changed: [] });
  });

  test('says that changes are lost if there were more than the chat holds', async () => {
    const { ana, ben, chat, sent, sinceTime } = await pairWithMessage();
    for (let nth = 0; nth < 17; nth += 1) await ana.reacts(sent, nth % 2 ? 'like' : 'love');
    expect(await ben.polls(chat, sinceTime, 1)).toMatchObject({
      changesLost: false,
      changed: [{ id: sent.id }],
    });
    expect(await ben.polls(chat, sinceTime, 0)).toMatchObject({
      changesLost: true,
      changed: [],
    });
    const room = await table.get<Record<string, unknown>>(roomKey(chat.id));
    expect(Object.keys(room ?? {}).filter((name) => /^change\d/.test(name))).toHaveLength(16);
  });
});
