import { CircleQuestionMark, Flag, Keyboard, Mail, Undo2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { declineReturns } from '#shared/messages/payments.ts';
import { paths } from '#web/paths.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { MenuItem } from '#web/ui/Menu.tsx';
import { MoreMenu } from '#web/ui/MoreMenu.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';

const ShortcutsDialog = lazyPart(
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
);

export type SessionMenuProps = {
  id: string;
  /** Whether the keyboard shortcuts are shown. */
  isHelping: boolean;
  onHelp: (isHelping: boolean) => void;
  conversation: Conversation | undefined;
  /** Undefined if the one question was asked, for a help ticket, or while a form is open. */
  onAsk: (() => void) | undefined;
  onDecline: (() => void) | undefined;
};

/* The menu of the session: what is rarely needed for its message. */
export function SessionMenu({ id, isHelping, onHelp, ...rest }: SessionMenuProps) {
  const navigate = useNavigate();
  const { conversation, onAsk, onDecline } = rest;
  return (
    <>
      <MoreMenu
        about="This letter"
        items={[
          ...(onAsk ? [askItem(onAsk)] : []),
          ...(conversation && onDecline ? [declineItem(conversation, onDecline)] : []),
          {
            label: 'Open the conversation',
            hint: 'With its timeline and its record',
            icon: <Mail aria-hidden size={18} />,
            onSelect: () => navigate(paths.inboxViewer(id)),
          },
          {
            label: 'Report',
            hint: 'Choose a reason',
            icon: <Flag aria-hidden size={18} />,
            onSelect: () => navigate(paths.report(id)),
          },
          {
            label: 'Keyboard shortcuts',
            hint: 'To go through the letters without a mouse',
            icon: <Keyboard aria-hidden size={18} />,
            onSelect: () => onHelp(true),
          },
        ]}
      />
      {isHelping && <ShortcutsDialog onClose={() => onHelp(false)} />}
    </>
  );
}

const askItem = (onSelect: () => void): MenuItem => ({
  label: 'Ask one question first',
  hint: 'Free of charge; your time to answer pauses',
  icon: <CircleQuestionMark aria-hidden size={18} />,
  onSelect,
});

const declineItem = (conversation: Conversation, onSelect: () => void): MenuItem => ({
  label: 'Decline kindly',
  hint: isFree(conversation)
    ? 'It ends without an answer'
    : declineReturns(firstName(conversation.senderName), conversation.price),
  icon: <Undo2 aria-hidden size={18} />,
  onSelect,
});
