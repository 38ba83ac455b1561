import { plainText } from '#shared/rules/conversations/messages.ts';
import { SECOND } from '#shared/time.ts';
import type { Outgoing } from '../../outbox.ts';
import type { ChatMessage } from '../../room.ts';

/** How far (ms) this clock may lag behind the server's. */
const SKEW = 2 * SECOND;

/**
 * The messages of the outbox to show. Polling may return a sent message before the response to sending it arrives; then it is
 * among the messages of the chat already. `own`: the viewer's messages that arrived in this way. Each of them hides at most one
 * message of the outbox; waiting and failed messages are always shown.
 */
export function pendingToShow(
  outbox: readonly Outgoing[],
  own: readonly ChatMessage[],
): readonly Outgoing[] {
  const left = [...own];
  return outbox.filter((pending) => {
    if (!pending.tried || pending.state === 'failed') return true;
    const text = plainText(pending.html);
    const at = left.findIndex(
      (message) =>
        message.dateTimeSent >= pending.at - SKEW &&
        !message.picture &&
        plainText(message.content) === text,
    );
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
