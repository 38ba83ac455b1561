import { beforeEach, describe, expect, test } from '@jest/globals';
import { TYPING_TIME } from '../../../shared/rules/chat/chats.ts';
import { TYPING_AGAIN, TypingSign } from '../../../web/src/features/chat-viewer/typing.ts';

let told: string[];
let sign: TypingSign;

beforeEach(() => {
  told = [];
  sign = new TypingSign(
    () => told.push('mark'),
    () => told.push('remove'),
  );
});

describe('the sign that somebody is writing', () => {
  test('is put up with the first key, and renewed now and then before it expires', () => {
    for (let key = 0; key <= 100; key++) sign.typed(key * 100);
    expect(told).toEqual(['mark', 'mark', 'mark']);
    expect(TYPING_AGAIN).toBeLessThan(TYPING_TIME);
  });

  test('is taken down once, when they sent it or left', () => {
    sign.typed(0);
    sign.ended(100);
    sign.ended(200);
    expect(told).toEqual(['mark', 'remove']);
  });

  test('comes back with the next key after that', () => {
    sign.typed(0);
    sign.ended(100);
    sign.typed(200);
    expect(told).toEqual(['mark', 'remove', 'mark']);
  });

  test('is not taken down where it was never up, or has expired', () => {
    sign.ended(0);
    sign.typed(1_000);
    sign.ended(1_000 + TYPING_TIME);
    expect(told).toEqual(['mark']);
  });
});
