import { SUPPORT_USERNAME } from '#shared/brand.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { may } from '#shared/rules/conversations/state-machine.ts';
import type { Conversation } from '../conversations/conversation.ts';

/** The other person of a conversation, with the fields that invitations need. */
export type Partner = { readonly userContactId: string; readonly fullName: string };

type Facts = Pick<
  Conversation,
  | 'status'
  | 'contactState'
  | 'blocked'
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
 * The next step towards a chat with the partner: invite them, answer their invitation, or open the chat. Undefined
 * while an invitation to them is pending or they are blocked, after the conversation has ended, and with the support account.
 */
export function chatStep(
  conversation: Facts,
  side: Side,
): 'invite' | 'answer' | 'chat' | undefined {
  const { status, contactState, blocked, senderUsername, recipientUsername } = conversation;
  if ([senderUsername, recipientUsername].includes(SUPPORT_USERNAME)) return undefined;
  if (blocked) return undefined;
  if (contactState === 'CONTACT') return 'chat';
  if (!may(side, 'invite', status)) return undefined;
  if (contactState === 'INVITED_ME') return 'answer';
  return contactState === 'NONE' ? 'invite' : undefined;
}
