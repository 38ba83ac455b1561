import { ChevronRight, MessagesSquare } from 'lucide-react';
import { Link } from 'react-router-dom';
import { isPaid } from '../../../../shared/rules/plans.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../paths.ts';

/* The way to chat and contacts, which have no place of their own in the navigation. */
export function ChatTile() {
  const member = isPaid(useCurrentUser().licenseId);
  return (
    <Link
      to={paths.chat()}
      className="flex min-h-18 items-center gap-4 rounded-card border border-rule bg-card p-4 hover:bg-tint"
    >
      <MessagesSquare aria-hidden className="size-5 shrink-0 text-soft" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold text-[0.9375rem] leading-tight">Chat</span>
        <span className="mt-1 block text-[0.875rem] text-soft leading-tight">
          {member ? 'your contacts and groups' : 'comes with a paid plan'}
        </span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-soft" />
    </Link>
  );
}
