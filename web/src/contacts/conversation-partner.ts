import { SUPPORT_USERNAME } from '../../../shared/brand.ts';
import type { Side } from '../../../shared/rules/conversations/conversations.ts';
import { may } from '../../../shared/rules/conversations/state-machine.ts';
import type { Conversation } from '../conversation/side.ts';

/** The other one of a conversation, as invitations name people. */
export type Partner = { readonly userContactId: string; readonly fullName: string };

type Facts = Pick<
  Conversation,
  | 'status'
  | 'contactState'
  | 'senderId'
  | 'senderName'
  | 'senderUsername'
  | 'recipientId'
  | 'recipientName'
  | 'recipientUsername'
>;

export function partnerOf(conversation: Facts, side: Side): Partner {
  return side === 'sender'
    ? { userContactId: conversation.recipientId, fullName: conversation.recipientName }
    : { userContactId: conversation.senderId, fullName: conversation.senderName };
}

/**
 * What can be done towards a chat from a conversation: invite the other one, answer their invitation, or go to the chat.
 * Undefined while an invitation waits for the other one, where the conversation is over, and with the product itself.
 */
export function chatStep(
  conversation: Facts,
  side: Side,
): 'invite' | 'answer' | 'chat' | undefined {
  const { status, contactState, senderUsername, recipientUsername } = conversation;
  if ([senderUsername, recipientUsername].includes(SUPPORT_USERNAME)) return undefined;
  if (contactState === 'CONTACT') return 'chat';
  if (!may(side, 'invite', status)) return undefined;
  if (contactState === 'INVITED_ME') return 'answer';
  return contactState === 'NONE' ? 'invite' : undefined;
}
