import { BookMarked, Globe, Lock, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { closeInbox } from '#shared/api/conversations.ts';
import { STAYS_YOURS } from '#shared/messages/earnings.ts';
import { declineReturns } from '#shared/messages/payments.ts';
import type { ConversationStatus, Side } from '#shared/rules/conversations/conversations.ts';
import { may } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';
import { call, isRefusal } from '#web/api/client.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { chatStep, partnerOf } from '#web/features/contacts/conversation-partner.ts';
import { useInviteItem } from '#web/features/contacts/use-invite-item.tsx';
import { useTellIfLeft } from '#web/forms/tell-if-left.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { paths } from '#web/paths.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import type { MenuItem } from '#web/ui/Menu.tsx';
import { MoreMenu } from '#web/ui/MoreMenu.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { useGiveBack } from '../../claims/use-give-back.tsx';
import { useReplyBesideClaim } from '../../claims/use-reply-beside-claim.tsx';
import { type Conversation, firstName, type Message } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';
import { useRecord } from '../../thread/RecordDialog.tsx';
import { changeThread } from '../../thread/refresh-thread.ts';
import { useConversationSafety } from '../../thread/use-conversation-safety.ts';

export type ConversationMenuProps = {
  conversation: Conversation;
  side: Side;
  /** The current status. */
  status: ConversationStatus;
  /** The newest message of the other person, once it is loaded. */
  received: Message | undefined;
  now: Instant;
  /** Opens the saved replies, while an answer is written. */
  onSavedReplies?: (() => void) | undefined;
};

/* The menu of a letter: what is not the main action. Each item says what follows. */
export function ConversationMenu({ conversation, side, ...rest }: ConversationMenuProps) {
  const { status, received, now, onSavedReplies } = rest;
  const reply = useReplyBesideClaim(conversation, side, now);
  const giveBack = useGiveBack(conversation, side);
  const [asking, setAsking] = useState(false);
  const invite = useInviteItem(partnerOf(conversation, side));
  const record = useRecord(conversation);
  const safety = useConversationSafety({ conversation, side, status, received });
  const navigate = useNavigate();
  const savedReplies: MenuItem[] = onSavedReplies
    ? [
        {
          label: 'Saved replies',
          hint: 'Texts that you use again',
          icon: <BookMarked aria-hidden size={18} />,
          onSelect: onSavedReplies,
        },
      ]
    : [];
  const decline: MenuItem = {
    label: 'Decline',
    hint: isFree(conversation)
      ? 'It ends without an answer'
      : declineReturns(firstName(conversation.senderName), conversation.price),
    icon: <Undo2 aria-hidden size={18} />,
    onSelect: () => navigate(paths.decline(conversation.id)),
  };
  const publish: MenuItem = {
    label: 'Make public',
    hint: `Only if ${firstName(conversation.senderName)} agrees`,
    icon: <Globe aria-hidden size={18} />,
    onSelect: () => navigate(paths.publicCopy(conversation.id)),
  };
  const close: MenuItem = {
    label: 'Close conversation',
    hint: 'Neither of you can write in it anymore',
    icon: <Lock aria-hidden size={18} />,
    onSelect: () => setAsking(true),
  };
  return (
    <>
      <MoreMenu
        about="This conversation"
        items={[
          ...savedReplies,
          ...reply,
          ...giveBack.items,
          ...(chatStep(conversation, side) === 'invite' ? [invite] : []),
          ...(conversation.mayPublish ? [publish] : []),
          ...(may(side, 'decline', status) ? [decline] : []),
          ...(may(side, 'close', status) ? [close] : []),
          ...safety.items,
          ...record.items,
        ]}
      />
      {giveBack.dialog}
      {record.dialog}
      {safety.dialogs}
      <ConfirmClosing
        conversation={conversation}
        // It ends together with what it asks about: the reload of the lists may take longer.
        open={asking && may(side, 'close', status)}
        onOpenChange={setAsking}
      />
    </>
  );
}

type ConfirmClosingProps = {
  conversation: Conversation;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function ConfirmClosing({ conversation, open, onOpenChange }: ConfirmClosingProps) {
  const once = useSendOnce();
  const tellIfLeft = useTellIfLeft(errorWords);
  const closing = useWrite({
    mutationFn: () =>
      changeThread('recipient', () =>
        once.send((options) => call(closeInbox, { inboxId: conversation.id }, options)),
      ),
    onSuccess: () => {
      onOpenChange(false);
      toast.success('Conversation closed');
    },
    onError: tellIfLeft,
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
    ? `Neither of you can write in it anymore. ${name} can send a new letter.`
    : `Neither of you can write in it anymore. To reach you again, ${name} has to pay for a new letter. ${STAYS_YOURS}`;
}

function errorWords(error: Error | null): string | undefined {
  if (!error) return undefined;
  return isRefusal(error, 'WRONG_STATUS', 'UNAVAILABLE')
    ? error.message
    : 'There was an error while closing the conversation. Please try again.';
}
