import { describe, expect, test } from '@jest/globals';
import { pictureWords } from '#web/features/chat/pages/viewer/ChatPictures.tsx';
import { newsWords } from '#web/features/chat/pages/viewer/message-words.ts';
import { pendingToShow } from '#web/features/chat/pages/viewer/pending-messages.ts';
import { message } from '../../support/chat-fixtures.ts';

const picture = { url: '/media/chats/chat/sea.jpg', width: 4, height: 3 };
const bare = message(1, { content: '', picture });
const captioned = message(2, { content: '<p>The <em>sea</em></p>', picture });

describe('the words for a picture', () => {
  test('name its writer, and have the caption', () => {
    expect(pictureWords(bare, false)).toBe('Picture from Ana Marković');
    expect(pictureWords(captioned, false)).toBe('Picture from Ana Marković: The sea');
    expect(pictureWords(captioned, true)).toBe('Picture from you: The sea');
  });

  test('announce its caption to screen readers, or that it is a picture', () => {
    expect(newsWords([bare], 'viewer')).toBe('Ana Marković: Picture');
    expect(newsWords([captioned], 'viewer')).toBe('Ana Marković: The sea');
  });
});

test('a picture does not hide an unsent message whose text is its caption', () => {
  const unsent = {
    localId: 'one',
    chatId: 'chat',
    writerId: 'ana',
    html: '<p>The sea</p>',
    at: captioned.dateTimeSent,
    state: 'waiting' as const,
    tried: true,
  };
  expect(pendingToShow([unsent], [captioned])).toEqual([unsent]);
  const { picture: _, ...text } = captioned;
  expect(pendingToShow([unsent], [text])).toEqual([]);
});
