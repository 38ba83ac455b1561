import { Flag, Keyboard, Mail } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '../../../../paths.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { MoreMenu } from '../../../../ui/MoreMenu.tsx';

const ShortcutsDialog = lazyPart(
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
);

export type SessionMenuProps = {
  id: string;
  /** Whether the keyboard shortcuts are shown. */
  isHelping: boolean;
  onHelp: (isHelping: boolean) => void;
};

/* The menu of the session: what is rarely needed for its message. */
export function SessionMenu({ id, isHelping, onHelp }: SessionMenuProps) {
  const navigate = useNavigate();
  return (
    <>
      <MoreMenu
        about="This message"
        items={[
          {
            label: 'Open the conversation',
            icon: <Mail aria-hidden size={18} />,
            onSelect: () => navigate(paths.inboxViewer(id)),
          },
          {
            label: 'Report',
            icon: <Flag aria-hidden size={18} />,
            onSelect: () => navigate(paths.report(id)),
          },
          {
            label: 'Keyboard shortcuts',
            icon: <Keyboard aria-hidden size={18} />,
            onSelect: () => onHelp(true),
          },
        ]}
      />
      {isHelping && <ShortcutsDialog onClose={() => onHelp(false)} />}
    </>
  );
}
