import { plainText } from '../../../../shared/rules/conversations/messages.ts';
import { SECOND } from '../../../../shared/time.ts';
import type { Outgoing } from './outbox.ts';
import type { ChatMessage } from './room.ts';

/** How far (ms) this clock may be behind the server's without anybody having noticed. */
const SKEW = 2 * SECOND;

/**
 * What of the outbox is shown. A message that was sent and whose answer is still under way may have come already with
 * the news: then it stands among the messages. `own` are the viewer's that came so; each hides one message at most, and
 * what waits or failed for good is always shown.
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
      (message) => message.dateTimeSent >= pending.at - SKEW && plainText(message.content) === text,
    );
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
