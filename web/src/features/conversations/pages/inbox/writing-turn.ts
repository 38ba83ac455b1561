import type { Side } from '#shared/rules/conversations/conversations.ts';
import { may } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';
import { claimReactions } from '../../claims/claim-turn.ts';
import type { Conversation } from '../../conversation.ts';

/** What the recipient writes about a letter: the paid answer, or a reaction to a claim about it. */
export type WritingTurn = 'answer' | 'claim';

/** What the viewer has to write now; undefined for nothing. `conversation`: as of `now`. */
export function writingTurn(
  conversation: Conversation,
  side: Side,
  now: Instant,
): WritingTurn | undefined {
  if (side !== 'recipient') return undefined;
  if (claimReactions(conversation, now).length > 0) return 'claim';
  return may(side, 'answer', conversation.status) ? 'answer' : undefined;
}
