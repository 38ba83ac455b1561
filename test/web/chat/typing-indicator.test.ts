import { beforeEach, describe, expect, test } from '@jest/globals';
import { TYPING_TIME } from '#shared/rules/chat/chats.ts';
import { TYPING_AGAIN, TypingIndicator } from '#web/features/chat/pages/viewer/typing-indicator.ts';

let told: string[];
let sign: TypingIndicator;

beforeEach(() => {
  told = [];
  sign = new TypingIndicator(
    () => told.push('mark'),
    () => told.push('remove'),
  );
});

describe('the typing indicator', () => {
  test('is reported on the first keystroke and renewed before it expires', () => {
    for (let key = 0; key <= 100; key++) sign.typed(key * 100);
    expect(told).toEqual(['mark', 'mark', 'mark']);
    expect(TYPING_AGAIN).toBeLessThan(TYPING_TIME);
  });

  test('is ended once, by sending the message or leaving the chat', () => {
    sign.typed(0);
    sign.ended(100);
    sign.ended(200);
    expect(told).toEqual(['mark', 'remove']);
  });

  test('is reported again on the next keystroke', () => {
    sign.typed(0);
    sign.ended(100);
    sign.typed(200);
    expect(told).toEqual(['mark', 'remove', 'mark']);
  });

  test('sends no end if it was never reported or has expired', () => {
    sign.ended(0);
    sign.typed(1_000);
    sign.ended(1_000 + TYPING_TIME);
    expect(told).toEqual(['mark']);
  });
});
