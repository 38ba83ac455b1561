import { describe, expect, test } from '@jest/globals';
import { CHANGE_TIME } from '#shared/rules/chat/message-changes.ts';
import { instant } from '#shared/time.ts';
import {
  mayChange,
  ownReaction,
  withReaction,
} from '#web/features/chat/pages/viewer/message-actions.ts';
import { message } from '../../support/chat-fixtures.ts';

describe('a message', () => {
  test('can be changed by its writer for 15 minutes', () => {
    const sent = message(1, { userId: 'ben' });
    const last = instant(sent.dateTimeSent + CHANGE_TIME - 1);
    expect(mayChange(sent, 'ben', last)).toBe(true);
    expect(mayChange(sent, 'ben', instant(last + 1))).toBe(false);
    expect(mayChange(sent, 'ana', last)).toBe(false);
    expect(mayChange({ ...sent, deleted: true }, 'ben', last)).toBe(false);
  });
});

describe('a reaction', () => {
  const liked = message(1, { reactions: [{ reaction: 'like', userIds: ['ana', 'ben'] }] });

  test('replaces the person’s last one', () => {
    expect(withReaction(liked, 'ben', 'sad').reactions).toEqual([
      { reaction: 'like', userIds: ['ana'] },
      { reaction: 'sad', userIds: ['ben'] },
    ]);
    expect(ownReaction(liked, 'ben')).toBe('like');
    expect(ownReaction(liked, 'cleo')).toBeUndefined();
  });

  test('joins those of others', () => {
    expect(withReaction(liked, 'cleo', 'like').reactions).toEqual([
      { reaction: 'like', userIds: ['ana', 'ben', 'cleo'] },
    ]);
  });

  test('that is removed leaves nothing behind', () => {
    const one = message(1, { reactions: [{ reaction: 'like', userIds: ['ben'] }] });
    expect(withReaction(one, 'ben', undefined)).toEqual(message(1));
  });
});
