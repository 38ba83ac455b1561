import { ChevronRight, MessagesSquare } from 'lucide-react';
import { Link } from 'react-router';
import { isPaid } from '../../../../../../shared/rules/billing/plans.ts';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { paths } from '../../../../paths.ts';
import { useShell } from '../../../../shell/shell-context.ts';
import { Count } from '../../../../ui/Count.tsx';

/* A link to chat and contacts, which have no entry in the navigation. */
export function ChatTile() {
  const member = isPaid(useCurrentUser().licenseId);
  const { chats: unread } = useShell().unread;
  return (
    <Link
      to={paths.chat()}
      className="flex min-h-18 items-center gap-4 rounded-card border border-rule bg-card p-4 hover:bg-tint"
    >
      <MessagesSquare aria-hidden className="size-5 shrink-0 text-soft" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold text-[0.9375rem] leading-tight">Chat</span>
        <span className="mt-1 block text-[0.875rem] text-soft leading-tight">
          {tileWords(member, unread)}
        </span>
      </span>
      {unread > 0 && <Count of={unread} />}
      <ChevronRight aria-hidden className="size-4 shrink-0 text-soft" />
    </Link>
  );
}

function tileWords(member: boolean, unread: number): string {
  if (!member) return 'comes with a paid plan';
  if (unread === 0) return 'your contacts and groups';
  return unread === 1 ? 'a message you have not read' : 'messages you have not read';
}
