import { useQuery } from '@tanstack/react-query';
import { ChevronRight, MessagesSquare } from 'lucide-react';
import { Link } from 'react-router';
import { viewMissedMessages } from '#shared/api/chat.ts';
import { isPaid } from '#shared/rules/billing/plans.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { query } from '#web/api/queries.ts';
import { missedWords } from '#web/features/chat/missed-messages.ts';
import { paths } from '#web/paths.ts';
import { useShell } from '#web/shell/shell-context.ts';
import { Count } from '#web/ui/Count.tsx';

/* A link to chat and contacts, which have no entry in the navigation. */
export function ChatTile() {
  const member = isPaid(useCurrentUser().licenseId);
  const { chats } = useShell().unread;
  const missed = useQuery({ ...query(viewMissedMessages, {}), enabled: !member }).data?.data[0];
  const unread = member ? chats : (missed?.messages ?? 0);
  return (
    <Link
      to={paths.chat()}
      className="flex min-h-18 items-center gap-4 rounded-card border border-rule bg-card p-4 hover:bg-tint"
    >
      <MessagesSquare aria-hidden className="size-5 shrink-0 text-soft" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold text-[0.9375rem] leading-tight">Chat</span>
        <span className="mt-1 block text-[0.875rem] text-soft leading-tight">
          {member ? tileWords(unread) : missedTileWords(missed && missedWords(missed))}
        </span>
      </span>
      {unread > 0 && <Count of={unread} />}
      <ChevronRight aria-hidden className="size-4 shrink-0 text-soft" />
    </Link>
  );
}

/** What waits for somebody whose plan has no chat, and what to do. */
const missedTileWords = (missed: string | undefined): string =>
  missed === undefined ? 'comes with a paid plan' : `${missed}: choose a plan to read`;

function tileWords(unread: number): string {
  if (unread === 0) return 'your contacts and groups';
  return unread === 1 ? 'a message you haven’t read' : 'messages you haven’t read';
}
