import { Ban, Flag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { MenuItem } from '../../ui/Menu.tsx';
import type { Blockable } from '../contacts/block.ts';
import { firstName } from '../conversations/conversation.ts';
import type { ReportTarget } from './report-target.ts';

const ConfirmBlock = lazyPart(
  async () => (await import('../contacts/ConfirmBlock.tsx')).ConfirmBlock,
);
const ConfirmUnblock = lazyPart(
  async () => (await import('../contacts/ConfirmBlock.tsx')).ConfirmUnblock,
);
const ReportDialog = lazyPart(async () => (await import('./ReportDialog.tsx')).ReportDialog);

export type Safety = {
  /** What is reported, or where reporting leads instead; undefined if there is nothing to report. */
  report: ReportTarget | (() => void) | undefined;
  /** The person who can be blocked; undefined if there is nobody. */
  person: Blockable | undefined;
  /** Whether the person is blocked, so that the item unblocks them. */
  blocked?: boolean;
  /** What follows, in a line under each item. */
  hints?: { readonly report: string; readonly block: string };
};

/** The menu items that report something and block a person, in this order everywhere, and their dialogs. */
export function useSafetyItems({ report, person, blocked = false, hints }: Safety): {
  items: MenuItem[];
  dialogs: ReactNode;
} {
  const [open, setOpen] = useState<'block' | 'unblock' | 'report'>();
  const close = () => setOpen(undefined);
  const reporting: MenuItem[] = report
    ? [
        {
          label: 'Report…',
          hint: hints?.report,
          icon: <Flag aria-hidden size={18} />,
          onSelect: () => (typeof report === 'function' ? report() : setOpen('report')),
        },
      ]
    : [];
  const blocking: MenuItem[] = person
    ? [
        {
          label: `${blocked ? 'Unblock' : 'Block'} ${firstName(person.fullName)}`,
          hint: hints?.block,
          icon: <Ban aria-hidden size={18} />,
          onSelect: () => setOpen(blocked ? 'unblock' : 'block'),
        },
      ]
    : [];
  return {
    items: [...reporting, ...blocking],
    dialogs: (
      <>
        {open === 'report' && typeof report === 'object' && (
          <ReportDialog target={report} person={blocked ? undefined : person} onClose={close} />
        )}
        {open === 'block' && <ConfirmBlock person={person} onClose={close} />}
        {open === 'unblock' && <ConfirmUnblock person={person} onClose={close} />}
      </>
    ),
  };
}
