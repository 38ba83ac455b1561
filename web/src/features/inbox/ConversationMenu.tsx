import { useMutation } from '@tanstack/react-query';
import { Ellipsis, Lock } from 'lucide-react';
import { useRef, useState } from 'react';
import { closeInbox } from '../../../../shared/api/conversations.ts';
import { call, isRefusal } from '../../api/client.ts';
import { isFree } from '../../conversation/money-words.ts';
import { type Conversation, firstName } from '../../conversation/side.ts';
import { refreshThread } from '../../conversation/use-thread.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { toast } from '../../ui/Toast.tsx';

/* What else the recipient may do with an open conversation: close it without another word. */

export function ConversationMenu({ conversation }: { conversation: Conversation }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton
        ref={button}
        label="More"
        aria-haspopup="menu"
        aria-expanded={open}
        icon={<Ellipsis aria-hidden size={22} />}
        onClick={() => setOpen(true)}
      />
      <Menu
        open={open}
        onOpenChange={setOpen}
        anchor={button}
        label="This conversation"
        align="end"
        items={[
          {
            label: 'Close conversation',
            icon: <Lock aria-hidden size={18} />,
            onSelect: () => setAsking(true),
          },
        ]}
      />
      <ConfirmClosing conversation={conversation} open={asking} onOpenChange={setAsking} />
    </>
  );
}

type ConfirmClosingProps = {
  conversation: Conversation;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function ConfirmClosing({ conversation, open, onOpenChange }: ConfirmClosingProps) {
  const closing = useMutation({
    mutationFn: () => call(closeInbox, { inboxId: conversation.id }),
    onSuccess: async () => {
      await refreshThread('recipient').catch(() => undefined);
      onOpenChange(false);
      toast.success('Conversation closed');
    },
    onError: (error) => {
      if (isRefusal(error, 'WRONG_STATUS')) void refreshThread('recipient');
    },
  });
  return (
    <Confirm
      open={open}
      onOpenChange={(next) => {
        closing.reset();
        onOpenChange(next);
      }}
      title="Close this conversation?"
      description={<p>{afterwardsWords(conversation)}</p>}
      action="Close conversation"
      cancel="Keep it open"
      busy={closing.isPending}
      error={errorWords(closing.error)}
      onConfirm={() => closing.mutate()}
    />
  );
}

function afterwardsWords(conversation: Conversation): string {
  const name = firstName(conversation.senderName);
  return isFree(conversation)
    ? `Neither of you can write in it any more. ${name} can send a new message.`
    : `Neither of you can write in it any more. To reach you again, ${name} has to buy a new message. What you earned stays yours.`;
}

function errorWords(error: Error | null): string | undefined {
  if (!error) return undefined;
  return isRefusal(error, 'WRONG_STATUS', 'UNAVAILABLE')
    ? error.message
    : 'There was an error while closing the conversation. Please try again.';
}
