import { describe, expect, test } from '@jest/globals';
import {
  CHAT_NAME_MAX,
  chatName,
  chatSearchText,
  contiguousSince,
  groupChangeRefusal,
  isMember,
  messagePreview,
  nextSentAt,
  otherOf,
  ownerOf,
  PREVIEW_MAX,
  previewOf,
  type Room,
  readersOf,
  TOO_MANY_MEMBERS,
  TYPING_TIME,
  type Typist,
  typingUntil,
  typistsAt,
  unreadOf,
} from '#shared/rules/chat/chats.ts';
import { type Instant, instant, later, SECOND } from '#shared/time.ts';

const NOW = instant(Date.UTC(2026, 10, 21, 9));
const room = (changes: Partial<Room> = {}): Room => ({
  id: 'chat',
  name: 'Walks',
  direct: false,
  members: { ana: 2, ben: 5, clara: 0 },
  number: 5,
  createdAt: later(NOW, -60 * SECOND),
  newestAt: NOW,
  newestBy: 'ben',
  preview: '',
  ...changes,
});

describe('a chat', () => {
  test('counts the unread messages of each person', () => {
    expect(['ana', 'ben', 'clara'].map((id) => unreadOf(room(), id))).toEqual([3, 0, 5]);
  });

  test('has members, and for others nothing unread and no messages', () => {
    expect(['ana', 'dan', 'toString'].map((id) => isMember(room(), id))).toEqual([
      true,
      false,
      false,
    ]);
    expect(unreadOf(room(), 'dan')).toBe(0);
    expect(TOO_MANY_MEMBERS).toBe('A group can have at most 50 people, you included');
  });

  test('lists who has read a message, without its writer', () => {
    expect(readersOf(room(), { number: 2, userId: 'ben' })).toEqual(['ana']);
    expect(readersOf(room(), { number: 3, userId: 'ben' })).toEqual([]);
  });

  test('has another person only if it has two people', () => {
    const two = room({ direct: true, members: { ana: 0, ben: 0 } });
    expect([otherOf(two, 'ana'), otherOf(two, 'ben')]).toEqual(['ben', 'ana']);
    expect(otherOf(room(), 'ana')).toBeUndefined();
  });

  test('belongs to its owner if they are a member, else to the oldest account', () => {
    expect(ownerOf(room({ ownerId: 'ben' }))).toBe('ben');
    for (const ownerId of ['dan', undefined])
      expect(ownerOf({ ...room(), ...(ownerId && { ownerId }) })).toBe('ana');
    expect(ownerOf(room({ members: { clara: 0, ben: 0 } }))).toBe('ben');
    expect(ownerOf(room({ members: {} }))).toBeUndefined();
    expect(ownerOf(room({ direct: true }))).toBeUndefined();
  });

  test('is changed by its owner only, and not if it has two people', () => {
    const owned = room({ ownerId: 'ben' });
    expect(groupChangeRefusal(owned, 'ben')).toBeUndefined();
    expect(groupChangeRefusal(owned, 'ana')).toBe('Only the owner of the group can change it.');
    expect(groupChangeRefusal(room({ direct: true }), 'ana')).toBe(
      'Only a group can be changed, not a chat of two people.',
    );
  });

  test('gives each message a distinct time, even if clocks stand still or go back', () => {
    expect(nextSentAt(room(), later(NOW, 7))).toBe(NOW + 7);
    expect(nextSentAt(room(), NOW)).toBe(NOW + 1);
    expect(nextSentAt(room(), later(NOW, -5_000))).toBe(NOW + 1);
  });

  test('has a name of one line without invisible characters', () => {
    expect(chatName.parse('  Sunday \n walks ')).toBe('Sunday walks');
    for (const name of ['', ' \n ', '\u200b', undefined])
      expect(chatName.safeParse(name).error?.issues[0]?.message).toBe('Please enter a name');
    expect(chatName.safeParse('a'.repeat(CHAT_NAME_MAX)).success).toBe(true);
    expect(chatName.safeParse('a'.repeat(CHAT_NAME_MAX + 1)).error?.issues[0]?.message).toBe(
      'The name can have at most 50 characters',
    );
  });

  test('shows the beginning of its newest message as plain text', () => {
    expect(previewOf('<p>Bread &amp; <strong>butter</strong></p><p>at nine</p>')).toBe(
      'Bread & butter at nine',
    );
    expect([...previewOf(`<p>${'word '.repeat(100)}</p>`)].length).toBeLessThanOrEqual(PREVIEW_MAX);
    expect(messagePreview({ content: '<p>Look</p>', picture: {} })).toBe('Look');
    expect(messagePreview({ content: '', picture: {} })).toBe('Picture');
    expect(messagePreview({ content: '' })).toBe('');
  });

  test.each([
    [' a\n', 'Please enter at least 2 characters'],
    [' ab ', undefined],
    ['x'.repeat(100), undefined],
    ['x'.repeat(101), 'Please enter at most 100 characters'],
  ])('is searched for 2 to 100 characters: %j', (typed, fault) =>
    expect(chatSearchText.safeParse(typed).error?.issues[0]?.message).toBe(fault),
  );
});

describe('a typing indicator', () => {
  const said = (userId: string, at: Instant): Typist => ({
    userId,
    avatarUrl: null,
    until: typingUntil(at),
  });
  const names = (typists: readonly Typist[]) => typists.map(({ userId }) => userId);

  test('expires, and the latest writer comes first', () => {
    const marks = [said('ana', later(NOW, 1_000)), said('clara', later(NOW, 2_000))];
    expect(names(typistsAt(room(), marks, later(NOW, 3_000)))).toEqual(['clara', 'ana']);
    expect(names(typistsAt(room(), marks, later(NOW, 1_000 + TYPING_TIME)))).toEqual(['clara']);
    expect(names(typistsAt(room(), marks, later(NOW, 2_000 + TYPING_TIME)))).toEqual([]);
  });

  test('is not shown for people who left or sent their message', () => {
    expect(names(typistsAt(room(), [said('dan', NOW)], NOW))).toEqual([]);
    for (const at of [later(NOW, -1), NOW])
      expect(names(typistsAt(room(), [said('ben', at)], NOW))).toEqual([]);
    expect(names(typistsAt(room(), [said('ben', later(NOW, 1))], NOW))).toEqual(['ben']);
    // Ben's newer message does not end the typing of Ana.
    expect(names(typistsAt(room(), [said('ana', later(NOW, -1))], NOW))).toEqual(['ana']);
  });
});

describe('the messages since a time', () => {
  const sent = [1, 2, 3, 4, 5].map((number) => ({
    number,
    sentAt: later(NOW, number * 10),
    previousAt: later(NOW, (number - 1) * 10),
  }));
  const numbers = (since: number, messages: typeof sent) =>
    contiguousSince(instant(NOW + since), messages).map(({ number }) => number);

  test('are complete if none is missing', () => {
    expect(numbers(0, sent)).toEqual([1, 2, 3, 4, 5]);
    expect(numbers(20, sent.slice(2))).toEqual([3, 4, 5]);
    expect(numbers(50, [])).toEqual([]);
  });

  test('end before a message whose predecessor is not visible yet', () => {
    expect(numbers(20, sent.slice(3))).toEqual([]);
    expect(
      numbers(
        10,
        [sent[1], sent[3], sent[4]].flatMap((one) => one ?? []),
      ),
    ).toEqual([2]);
  });

  test('are complete from any time, between two messages or before the first', () => {
    expect(numbers(25, sent.slice(2))).toEqual([3, 4, 5]);
    expect(numbers(-100_000, sent)).toEqual([1, 2, 3, 4, 5]);
  });
});
