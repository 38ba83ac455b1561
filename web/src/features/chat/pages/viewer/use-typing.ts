import { useEffect, useState } from 'react';
import { markChatAsTyping, removeChatAsTyping } from '#shared/api/chat-messages.ts';
import { TYPING_TIME } from '#shared/rules/chat/chats.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import type { Typing } from '../../room.ts';
import { TypingIndicator } from './typing-indicator.ts';

/** The viewer's typing indicator, which ends when they leave. */
export function useTypingIndicator(chatId: string) {
  const [sign] = useState(() => {
    const tell = (operation: typeof markChatAsTyping | typeof removeChatAsTyping) => () =>
      // A lost report does no harm: the next keystroke sends another, or the indicator expires.
      void call(operation, { chatId }).catch(() => undefined);
    return new TypingIndicator(tell(markChatAsTyping), tell(removeChatAsTyping));
  });
  useEffect(() => {
    const ended = () => sign.ended(performance.now());
    const whenHidden = () => {
      if (document.visibilityState === 'hidden') ended();
    };
    document.addEventListener('visibilitychange', whenHidden);
    return () => {
      document.removeEventListener('visibilitychange', whenHidden);
      ended();
    };
  }, [sign]);
  return {
    typed: () => sign.typed(performance.now()),
    ended: () => sign.ended(performance.now()),
  };
}

/** The member who is typing, until the indicator expires. */
export function useExpiringTyping(typing: Typing | undefined): Typing | undefined {
  const [expired, setExpired] = useState<Typing>();
  useEffect(() => {
    if (!typing) return;
    const left = typing.until === undefined ? TYPING_TIME : typing.until - serverNow();
    const time = Math.max(0, Math.min(TYPING_TIME, left));
    const expiry = setTimeout(() => setExpired(typing), time);
    return () => clearTimeout(expiry);
  }, [typing]);
  return typing === expired ? undefined : typing;
}
