import type { ConversationStatus, Side } from '#shared/rules/conversations/conversations.ts';
import { may } from '#shared/rules/conversations/state-machine.ts';
import type { Blockable } from '../contacts/block.ts';
import { partnerOf } from '../contacts/conversation-partner.ts';
import { type Conversation, firstName } from './conversation.ts';

/** The other person of an open conversation, if the viewer blocked them. docs/product/contacts.md#blocking */
export function blockedPartner(
  conversation: Conversation,
  side: Side,
  status: ConversationStatus,
): Blockable | undefined {
  if (!conversation.blocked || !may(side, 'reply', status)) return undefined;
  const { userContactId: userId, fullName } = partnerOf(conversation, side);
  return { userId, fullName };
}

/** What an open conversation with a blocked person is, for the viewer who blocked them. */
export const blockedNote = (conversation: Conversation, side: Side): string =>
  `You blocked ${firstName(partnerOf(conversation, side).fullName)}. What they write here since then isn’t shown to you.`;
