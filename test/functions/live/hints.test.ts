import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { readAccessToken } from '#functions/auth/tokens.ts';
import { live } from '#functions/gateways/live.ts';
import { logOf } from '#functions/log.ts';
import { blockAccount } from '#functions/storage/accounts/blocks.ts';
import { chatPartition, contactKey, userKey } from '#functions/storage/keys.ts';
import { remove, table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { NEW_PASSWORD, PASSWORD } from '#lib/local/deeds/passwords.ts';
import { newId } from '#shared/ids.ts';
import { channelAt, HINT_MAX_BYTES, type Hint, periodEndOf } from '#shared/live.ts';
import { GROUP_MAX, TYPING_TIME, TYPISTS_MAX } from '#shared/rules/chat/chats.ts';
import { type Instant, instant, later, MINUTE, SECOND } from '#shared/time.ts';
import { groupOf, pair } from '../../support/chats.ts';
import { newestDomainEvent } from '../../support/domain-events.ts';
import { PICTURE } from '../../support/image-fixtures.ts';
import { hintsIn } from '../../support/live-hints.ts';
import { pendingOrder } from '../../support/orders.ts';
import { bearer, newPerson, type Person, visitor } from '../../support/people.ts';
import { asked } from '../../support/phone-change.ts';
import { formOf } from '../../support/profiles.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Live hints as the real handlers publish them to the emulated Event API. */

const world = worldOfFile();

const { reset, hintsFor, reached, deliver, deliverAll } = hintsIn(world);
beforeEach(reset);

const idsOf = (...people: readonly Person[]) => people.map(({ user }) => user.id).sort();

function block({ user: { id } }: Person) {
  const now = world.now();
  const act = { id: newId(now), at: now, who: 'test', command: 'block', about: id };
  return blockAccount(table, id, { ...act, reason: 'test', outcome: 'blocked' }, now);
}

describe('the hint of a chat message', () => {
  test('holds the message and goes to all members, its writer too, and to nobody else', async () => {
    const { people, maker, chat } = await groupOf(world, 4);
    await newPerson(world, { licenseId: 'STARTER' });
    await reset();
    await maker.says(chat, '<p>At nine?</p>');
    await deliverAll();
    expect(reached()).toEqual(idsOf(...people));
    const message = (await maker.messages(chat)).data[0];
    for (const one of people)
      expect(hintsFor(one)).toEqual([{ kind: 'chatMessage', chatId: chat.id, number: 1, message }]);
  });

  test('holds the picture of a message', async () => {
    const { ana, ben, chat } = await pair(world);
    const sent = await ana.sendsPicture(chat, PICTURE, { caption: '<p>Look</p>' });
    await deliverAll();
    const { width, height } = sent.picture ?? {};
    const url = expect.stringContaining(`/${ben.user.id}/`);
    const picture = { url, width, height };
    expect(hintsFor(ben)).toMatchObject([
      { kind: 'chatMessage', chatId: chat.id, message: { picture } },
    ]);
  });

  test('has no message if it would be larger than 2 kB', async () => {
    const { ana, ben, chat } = await pair(world);
    await ana.says(chat, `<p>${'x'.repeat(HINT_MAX_BYTES)}</p>`);
    await deliverAll();
    expect(hintsFor(ben)).toEqual([{ kind: 'chatMessage', chatId: chat.id, number: 1 }]);
  });

  test('has no message for a member without a paid plan, who cannot open chats', async () => {
    const { ana, ben, chat } = await pair(world);
    await table.write(update(userKey(ben.user.id), { set: { licenseId: 'FREE' } }));
    await ana.says(chat);
    await deliverAll();
    expect(hintsFor(ana)).toMatchObject([{ message: { content: '<p>Hello</p>' } }]);
    expect(hintsFor(ben)).toEqual([{ kind: 'chatMessage', chatId: chat.id, number: 1 }]);
  });

  test('does not go to a member who has left', async () => {
    const { people, maker, chat } = await groupOf(world, 3);
    const [, stayer = maker, leaver = maker] = people;
    await reset();
    await maker.says(chat);
    await leaver.leaves(chat);
    await deliverAll();
    for (const one of [maker, stayer])
      expect(hintsFor(one)).toMatchObject([
        { kind: 'chatMessage', number: 1 },
        { kind: 'chat' },
        { kind: 'chatMessage', number: 2 },
      ]);
    expect(hintsFor(leaver)).toEqual([{ kind: 'chat', chatId: chat.id }]);
  });

  test('does not go to a blocked member', async () => {
    const { ana, ben, chat } = await pair(world);
    await ana.says(chat);
    await block(ben);
    await deliverAll();
    expect(reached()).toEqual(idsOf(ana));
  });

  test('is not published if the message or its chat is not found', async () => {
    const { ana, chat } = await pair(world);
    const detail = { chatId: chat.id, byUserId: ana.user.id, messageAt: 1 };
    await deliver({ id: 'sent', type: 'chat.messageSent', at: 1, detail });
    await deliver({
      id: 'sent',
      type: 'chat.messageSent',
      at: 1,
      detail: { ...detail, chatId: 'x' },
    });
    expect(world.hints).toEqual([]);
  });
});

describe('the hint of a changed message', () => {
  /** A group in which the first person has written a message, before any hints. */
  async function groupWithMessage() {
    const { people, chat } = await groupOf(world, 3);
    const [ana, ben, clara] = people as [Person, Person, Person];
    const sent = await ana.says(chat);
    world.hints.length = 0;
    return { ana, ben, clara, chat, sent };
  }

  test('holds the message as it is now and goes to all members, also to whoever changed it', async () => {
    const { ana, ben, clara, chat, sent } = await groupWithMessage();
    const message = await ana.edits(sent, '<p>At ten</p>');
    await ana.edits(sent, '<p>At ten</p>');
    for (const one of [ana, ben, clara])
      expect(hintsFor(one)).toEqual([
        { kind: 'chatMessageChanged', chatId: chat.id, revision: 1, message },
      ]);
    const liked = await ben.reacts(sent, 'like');
    expect(hintsFor(ana).at(-1)).toMatchObject({ revision: 2, message: liked });
    const deleted = await ana.unsays(sent);
    expect(hintsFor(clara).at(-1)).toMatchObject({ revision: 3, message: deleted });
  });

  test('names its own revision, also if another message changes before it is published', async () => {
    const { ana, ben, clara, chat, sent } = await groupWithMessage();
    const other = await ana.says(chat);
    await world.overtaken(() => ben.reacts(sent, 'like'), {
      at: chatPartition(chat.id),
      by: () => ana.unsays(other),
      when: 'after',
    });
    expect(hintsFor(clara)).toMatchObject([
      { revision: 2, message: { id: other.id, deleted: true } },
      { revision: 1, message: { id: sent.id } },
    ]);
  });

  test('has no message for a member without a paid plan, and does not go to a blocked one or one who has left', async () => {
    const { ana, ben, clara, chat, sent } = await groupWithMessage();
    await table.write(update(userKey(ben.user.id), { set: { licenseId: 'FREE' } }));
    await block(clara);
    await ana.edits(sent, '<p>At ten</p>');
    expect(reached()).toEqual(idsOf(ana, ben));
    expect(hintsFor(ben)).toEqual([{ kind: 'chatMessageChanged', chatId: chat.id, revision: 1 }]);
    const other = await groupWithMessage();
    await other.ben.leaves(other.chat);
    await other.ana.edits(other.sent, '<p>At ten</p>');
    expect(reached()).toEqual(idsOf(other.ana, other.clara));
  });

  test('of a reaction to the message of a person who has left does not go to that person', async () => {
    const { ana, ben, clara, chat, sent } = await groupWithMessage();
    await ana.leaves(chat);
    await deliverAll();
    world.hints.length = 0;
    await ben.reacts(sent, 'like');
    expect(reached()).toEqual(idsOf(ben, clara));
  });
});

describe('the hints of a conversation', () => {
  test('go to both sides when it is paid and when it is answered', async () => {
    const { sender, recipient, id: conversationId } = await pendingOrder(world);
    const inbox: Hint = { kind: 'conversation', conversationId, side: 'inbox' };
    const order: Hint = { kind: 'conversation', conversationId, side: 'order' };
    await deliverAll();
    expect(hintsFor(recipient)).toContainEqual(inbox);
    expect(hintsFor(sender)).toContainEqual(order);
    world.hints.length = 0;
    await recipient.answers({ id: conversationId });
    await deliverAll();
    expect(hintsFor(recipient)).toContainEqual(inbox);
    expect(hintsFor(sender)).toContainEqual(order);
    expect(reached()).toEqual(idsOf(sender, recipient));
  });

  test('do not go to a blocked side', async () => {
    const { sender, recipient } = await pendingOrder(world);
    await block(sender);
    await deliverAll();
    expect(reached()).toEqual(idsOf(recipient));
  });
});

test('the hints of an invitation and its acceptance go to both people', async () => {
  const [ana, ben] = [
    await newPerson(world, { licenseId: 'STARTER' }),
    await newPerson(world, { licenseId: 'STARTER' }),
  ];
  await deliverAll();
  for (const step of [() => responseTo(ana.invites(ben)), () => responseTo(ben.accepts(ana))]) {
    world.hints.length = 0;
    await step();
    await deliverAll();
    expect(reached()).toEqual(idsOf(ana, ben));
    for (const one of [ana, ben]) expect(hintsFor(one)).toEqual([{ kind: 'contacts' }]);
  }
});

test('the hint of a new name goes to the account', async () => {
  const ana = await newPerson(world);
  await deliver(await newestDomainEvent(world, 'user.named'));
  expect(hintsFor(ana)).toEqual([{ kind: 'account' }]);
});

describe('the hint of typing', () => {
  test('goes to the other members, with the time until which it counts', async () => {
    const { people, maker, others, chat } = await groupOf(world, 3);
    await newPerson(world, { licenseId: 'STARTER' });
    const before = world.now();
    await maker.types(chat);
    expect(people).toHaveLength(3);
    expect(reached()).toEqual(idsOf(...others));
    const hint = { kind: 'chatTyping', chatId: chat.id, userId: maker.user.id, avatarUrl: null };
    for (const one of others)
      expect(hintsFor(one)).toEqual([{ ...hint, until: expect.any(Number) }]);
    const [first] = world.hints.map((one) => one.hint as { until?: number });
    expect(first?.until).toBeGreaterThanOrEqual(before + TYPING_TIME);
    expect(first?.until).toBeLessThanOrEqual(world.now() + TYPING_TIME);
  });

  test('ends with a hint to the other members if the person had been typing', async () => {
    const { ana, ben, chat } = await pair(world);
    await ana.stopsTyping(chat);
    expect(world.hints).toEqual([]);
    await ana.types(chat);
    await ana.stopsTyping(chat);
    expect(hintsFor(ana)).toEqual([]);
    expect(hintsFor(ben)).toMatchObject([
      { kind: 'chatTyping', until: expect.any(Number) },
      { kind: 'chatTyping', chatId: chat.id, userId: ana.user.id, avatarUrl: null, until: null },
    ]);
  });

  test('is not published if nobody would see it: the people are no longer contacts, or enough others type', async () => {
    const { ana, ben, chat } = await pair(world);
    await table.write(remove(contactKey(ana.user.id, ben.user.id)));
    await table.write(remove(contactKey(ben.user.id, ana.user.id)));
    await ana.types(chat);
    expect(world.hints).toEqual([]);
    const { people, chat: group } = await groupOf(world, TYPISTS_MAX + 1);
    for (const one of people) await one.types(group);
    const typing = world.hints.map(({ hint }) => 'userId' in hint && hint.userId);
    expect(new Set(typing)).toEqual(new Set(idsOf(...people.slice(0, TYPISTS_MAX))));
  });

  test('does not go to a member who has left, nor from one', async () => {
    const { people, maker, chat } = await groupOf(world, 3);
    const [, stayer = maker, leaver = maker] = people;
    await leaver.leaves(chat);
    await maker.types(chat);
    expect(reached()).toEqual(idsOf(stayer));
    world.hints.length = 0;
    expect((await responseTo(leaver.types(chat))).http).toBe(404);
    expect(world.hints).toEqual([]);
  });
});

describe('the hint of a read receipt', () => {
  test('goes to all members, once, also to other devices of the reader', async () => {
    const { maker, others, chat } = await groupOf(world, 3);
    const [reader = maker, other = maker] = others;
    const { id } = await maker.says(chat);
    await reader.reads({ id });
    await reader.reads({ id });
    expect(reached()).toEqual(idsOf(maker, other, reader));
    for (const one of [maker, other, reader])
      expect(hintsFor(one)).toEqual([
        { kind: 'chatRead', chatId: chat.id, userId: reader.user.id, upTo: 1 },
      ]);
  });

  test('is not published for a message that is not there, or for a stranger', async () => {
    const { ana, ben, chat } = await pair(world);
    await ana.says(chat);
    expect((await responseTo(ben.reads({ id: `${chat.id}-2` }))).http).toBe(404);
    expect(
      (
        await responseTo(
          (await newPerson(world, { licenseId: 'STARTER' })).reads({ id: `${chat.id}-1` }),
        )
      ).http,
    ).toBe(404);
    expect(world.hints).toEqual([]);
  });

  test('does not go to a member who has left', async () => {
    const { people, maker, chat } = await groupOf(world, 3);
    const [, reader = maker, leaver = maker] = people;
    const { id } = await maker.says(chat);
    await leaver.leaves(chat);
    await reader.reads({ id });
    expect(reached()).toEqual(idsOf(maker, reader));
  });
});

/** The ways in which every session of a person ends, or every other one, by name. */
const ENDINGS: Readonly<Record<string, (person: Person) => Promise<unknown>>> = {
  'a new password': (person) =>
    responseTo(
      person.calls('updatePassword', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    ),
  'a reset password': async ({ user: { username, phoneNumber } }) => {
    await visitor().asksForReset(username);
    return responseTo(visitor().resetsPassword(username, world.codeSentTo(phoneNumber)));
  },
  'a new username': (person) =>
    person.editsProfile(formOf(person, { username: `${person.user.username}_renamed` })),
  'a block': async (person) => {
    await block(person);
    await deliver(await newestDomainEvent(world, 'user.named'));
  },
};

describe('the hint of an ended session', () => {
  const all: Hint = { kind: 'sessionEnded', sessionId: null };

  test('names the session after a sign-out', async () => {
    const ana = await newPerson(world);
    const caller = await readAccessToken(ana.token, world.now());
    await ana.calls('signOut');
    expect(hintsFor(ana)).toEqual([{ kind: 'sessionEnded', sessionId: caller?.sessionId }]);
    expect(reached()).toEqual(idsOf(ana));
  });

  test.each(Object.keys(ENDINGS))('goes to every device after %s', async (name) => {
    const ana = await newPerson(world);
    await deliverAll();
    world.hints.length = 0;
    await ENDINGS[name]?.(ana);
    expect(hintsFor(ana)).toEqual([all]);
    expect(reached()).toEqual(idsOf(ana));
  });

  test('names the session whose refresh token was reused, and is not published for other tokens', async () => {
    const ana = await newPerson(world);
    const refresh = (token: string, device = 'Firefox') =>
      responseTo(bearer(token).calls('refreshToken', {}, { headers: { 'user-agent': device } }));
    const caller = await readAccessToken(ana.token, world.now());
    const { refresh_token: next } = (await refresh(ana.refreshToken)).body;
    expect((await refresh('forged')).http).toBe(401);
    expect(hintsFor(ana)).toEqual([]);
    expect((await refresh(ana.refreshToken, 'curl')).http).toBe(401);
    expect((await refresh(next)).http).toBe(401);
    expect(hintsFor(ana)).toEqual([{ kind: 'sessionEnded', sessionId: caller?.sessionId }]);
  });

  test('goes to every device after a new phone number', async () => {
    const ana = await asked(world);
    await ana.changesNumber(ana.phoneNumber, ana.code, { oldCode: ana.oldCode });
    expect(hintsFor(ana)).toEqual([all]);
  });

  test('is not published if the change is refused', async () => {
    const person = await newPerson(world);
    const input = { oldPassword: 'Wrong-Horse-1', newPassword: NEW_PASSWORD };
    expect((await responseTo(person.calls('updatePassword', input))).http).not.toBe(200);
    expect(world.hints).toEqual([]);
  });
});

describe('publishing', () => {
  const log = logOf('test');
  const account: Hint = { kind: 'account' };
  const userId = newId(instant(0));
  const publishAt = (now: Instant) => live.publish([{ userId, hints: [account] }], { now, log });
  const channels = () => world.hints.map(({ channel }) => channel);

  test('goes to the channel of the present period', async () => {
    const ends = periodEndOf(userId, world.now());
    const moment = later(ends, -MINUTE);
    await publishAt(moment);
    expect(channels()).toEqual([channelAt(userId, moment)]);
  });

  test.each([-5, -1, 0, 4])(
    'goes to both channels %i s from the end of a period',
    async (seconds) => {
      const ends = periodEndOf(userId, world.now());
      await publishAt(later(ends, seconds * SECOND));
      const both = [channelAt(userId, later(ends, -1)), channelAt(userId, ends)];
      expect(channels().sort()).toEqual(both.sort());
    },
  );

  test.each([-6, 5])('goes to one channel %i s from the end of a period', async (seconds) => {
    const moment = later(periodEndOf(userId, world.now()), seconds * SECOND);
    await publishAt(moment);
    expect(channels()).toEqual([channelAt(userId, moment)]);
  });

  test('sends at most five hints with a call', async () => {
    const hints = Array.from({ length: 12 }, (): Hint => account);
    await live.publish([{ userId, hints }], { now: farFromEnd(), log });
    const calls = world.hints.map(({ call: nth }) => nth);
    const sizes = [...new Set(calls)].map((one) => calls.filter((nth) => nth === one).length);
    expect(sizes.sort()).toEqual([2, 5, 5]);
  });

  test('sends nothing for nobody, and nothing without an Event API', async () => {
    await live.publish([], { now: world.now(), log });
    await withApiAt(undefined, () => publishAt(world.now()));
    expect(world.hints).toEqual([]);
  });

  const farFromEnd = () => later(periodEndOf(userId, world.now()), -MINUTE);
});

/** Runs work while the Event API has another address. */
async function withApiAt<Result>(url: string | undefined, work: () => Promise<Result>) {
  const { LIVE_HTTP_URL } = process.env;
  if (url === undefined) delete process.env.LIVE_HTTP_URL;
  else process.env.LIVE_HTTP_URL = url;
  try {
    return await work();
  } finally {
    process.env.LIVE_HTTP_URL = LIVE_HTTP_URL;
  }
}

/** Runs work while the Event API answers each request like this. */
async function withApi<Result>(answerTo: RequestListener, work: () => Promise<Result>) {
  const server = createServer(answerTo);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await withApiAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, work);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('an Event API that', () => {
  const failures: Readonly<Record<string, RequestListener>> = {
    fails: (_, response) => response.writeHead(500).end('{}'),
    throttles: (_, response) => response.writeHead(429).end('{}'),
    'refuses the signature': (_, response) => response.writeHead(401).end('{}'),
    'does not answer': () => undefined,
    'cuts the connection': ({ socket }) => socket.destroy(),
  };

  test.each(Object.keys(failures))('%s does not fail the call', async (name) => {
    const { ana, ben, chat } = await pair(world);
    const { id } = await ana.says(chat);
    let requests = 0;
    const count: RequestListener = (request, response) => {
      requests += 1;
      failures[name]?.(request, response);
    };
    await withApi(count, async () => {
      await ana.types(chat);
      await ana.stopsTyping(chat);
      await ben.reads({ id });
      await deliverAll();
      expect((await responseTo(ana.calls('signOut'))).http).toBe(200);
    });
    // Typing, its end, the receipt for two, the message for two and the sign-out; twice around the end of a period. A cut connection is
    // tried twice.
    const tries = name === 'cuts the connection' ? 2 : 1;
    expect(requests).toBeGreaterThanOrEqual(7 * tries);
    expect(requests).toBeLessThanOrEqual(14 * tries);
  });

  test('does not answer holds up the largest group for about a second', async () => {
    const now = periodEndOf(newId(instant(0)), world.now());
    const people = Array.from({ length: GROUP_MAX }, () => ({
      userId: newId(instant(0)),
      hints: [{ kind: 'account' } as const],
    }));
    const began = performance.now();
    await withApi(
      () => undefined,
      () => live.publish(people, { now, log: logOf('test') }),
    );
    expect(performance.now() - began).toBeLessThan(1_900);
  });
});
