import { Refusal } from '#shared/refusals.ts';
import type {
  Conversation,
  ConversationAction,
} from '#shared/rules/conversations/conversations.ts';
import { refusalOf } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';
import { onceForKey } from '../idempotency.ts';
import { changeConversation, type Decision } from '../storage/conversations/conversations.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import type { TableWriter } from '../storage/table.ts';
import { participantOf, throwIfRefused } from './participant.ts';

/** An action of one side on a conversation. `keyed`: the call with its Idempotency-Key. */
type ActionCall = {
  readonly conversationId: string;
  readonly userId: string;
  readonly action: ConversationAction;
  readonly keyed: KeyedCall | undefined;
};

/**
 * Performs an action on a conversation if its status allows it, and then `afterwards`. A repeated call with the same
 * Idempotency-Key succeeds and changes nothing. Throws the refusals of `refusalOf`, and NOT_FOUND for anyone who is not part
 * of the conversation.
 */
export async function performAction(
  context: { readonly table: TableWriter; readonly now: Instant },
  { conversationId, userId, action, keyed }: ActionCall,
  change: (current: Conversation) => Decision | Promise<Decision>,
  afterwards?: (changed: Conversation) => Promise<unknown>,
): Promise<void> {
  const { table, now } = context;
  await onceForKey(
    context,
    keyed,
    async () => {
      const after = await changeConversation(table, conversationId, now, async (current) => {
        const { side, status } = participantOf(current, userId, now);
        throwIfRefused(refusalOf(side, action, status));
        return { ...(await change(current)), request: { keyed, made: conversationId } };
      });
      if (!after) throw new Refusal('NOT_FOUND');
      await afterwards?.(after);
      return conversationId;
    },
    (made) => made,
  );
}
