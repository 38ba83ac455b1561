import { useEffect, useState } from 'react';
import { markChatAsTyping, removeChatAsTyping } from '../../../../shared/api/chat.ts';
import { TYPING_TIME } from '../../../../shared/rules/chat/chats.ts';
import { call } from '../../api/client.ts';
import type { Typing } from './room.ts';
import { TypingSign } from './typing.ts';

/** The sign that the viewer is writing; it comes down when they leave. */
export function useTypingSign(chatId: string) {
  const [sign] = useState(() => {
    const tell = (operation: typeof markChatAsTyping | typeof removeChatAsTyping) => () =>
      // A sign that does not get there is no loss: it comes with the next key, or expires.
      void call(operation, { chatId }).catch(() => undefined);
    return new TypingSign(tell(markChatAsTyping), tell(removeChatAsTyping));
  });
  useEffect(() => {
    const ended = () => sign.ended(Date.now());
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
    typed: () => sign.typed(Date.now()),
    ended: () => sign.ended(Date.now()),
  };
}

/** Who is typing as long as it was last said; then it expires, whether or not anybody says so. */
export function useExpiring(typing: Typing | undefined): Typing | undefined {
  const [expired, setExpired] = useState<Typing>();
  useEffect(() => {
    if (!typing) return;
    const expiry = setTimeout(() => setExpired(typing), TYPING_TIME);
    return () => clearTimeout(expiry);
  }, [typing]);
  return typing === expired ? undefined : typing;
}
