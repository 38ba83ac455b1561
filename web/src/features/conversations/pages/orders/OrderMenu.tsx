import { Play } from 'lucide-react';
import { useState } from 'react';
import { may } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';
import { chatStep, partnerOf } from '#web/features/contacts/conversation-partner.ts';
import { useInviteItem } from '#web/features/contacts/use-invite-item.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { MenuItem } from '#web/ui/Menu.tsx';
import { MoreMenu } from '#web/ui/MoreMenu.tsx';
import { useReplyBesideClaim } from '../../claims/use-reply-beside-claim.tsx';
import { type Conversation, firstName, type Message } from '../../conversation.ts';
import { useRecord } from '../../thread/RecordDialog.tsx';
import { useConversationSafety } from '../../thread/use-conversation-safety.ts';

const ConfirmEndClarification = lazyPart(
  async () => (await import('../../thread/ConfirmEndClarification.tsx')).ConfirmEndClarification,
);

export type OrderMenuProps = {
  conversation: Conversation;
  /** The newest message of the recipient, once it is loaded. */
  received: Message | undefined;
  now: Instant;
};

/* The menu of an order: what is not the main action. Each item says what follows. */
export function OrderMenu({ conversation, received, now }: OrderMenuProps) {
  const [isEnding, setEnding] = useState(false);
  const reply = useReplyBesideClaim(conversation, 'sender', now);
  const invite = useInviteItem(partnerOf(conversation, 'sender'));
  const record = useRecord(conversation);
  const { status } = conversation;
  const safety = useConversationSafety({ conversation, side: 'sender', status, received });
  const { recipientName } = conversation;
  const endPause: MenuItem = {
    label: 'Let them answer without it',
    hint: `${firstName(recipientName)}’s time to answer runs again`,
    icon: <Play aria-hidden size={18} />,
    onSelect: () => setEnding(true),
  };
  const invites = chatStep(conversation, 'sender') === 'invite' ? [invite] : [];
  return (
    <>
      <MoreMenu
        about="This conversation"
        items={[
          ...reply,
          ...(may('sender', 'endClarification', status) ? [endPause] : []),
          ...invites,
          ...safety.items,
          ...record.items,
        ]}
      />
      {isEnding && may('sender', 'endClarification', status) && (
        <ConfirmEndClarification
          conversation={conversation}
          side="sender"
          onClose={() => setEnding(false)}
        />
      )}
      {record.dialog}
      {safety.dialogs}
    </>
  );
}
