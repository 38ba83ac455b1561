import type { ReactNode } from 'react';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { Conversation } from '../conversations/conversation.ts';
import { chatStep, type Partner, partnerOf } from './conversation-partner.ts';
import { useOpenChat } from './open-chat.ts';

const AnswerInvitation = lazyPart(
  async () => (await import('./AnswerInvitation.tsx')).AnswerInvitation,
);

/** The action about chat in a conversation: accept an invitation or open the chat; undefined if there is none. */
export function chatAction(conversation: Conversation, side: Side): ReactNode {
  const partner = partnerOf(conversation, side);
  switch (chatStep(conversation, side)) {
    case 'answer':
      return <AnswerInvitation partner={partner} />;
    case 'chat':
      return <OpenChat partner={partner} />;
    default:
      return undefined;
  }
}

function OpenChat({ partner: { userContactId } }: { partner: Partner }) {
  const { open, opening } = useOpenChat();
  return (
    <Button
      size="md"
      variant="quiet"
      busy={opening !== undefined}
      onClick={() => open(userContactId)}
    >
      Open chat
    </Button>
  );
}
