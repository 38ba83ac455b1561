import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { viewDrafts } from '#shared/api/drafts.ts';
import type { Output } from '#shared/api/operation.ts';
import { useNow } from '#web/api/use-now.ts';
import { paths } from '#web/paths.ts';
import { recencyWords } from '#web/shell/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { ListItem } from '#web/ui/List.tsx';

export type DraftRow = Output<typeof viewDrafts>['data'][number];

/* A draft: its recipient, subject and last change, with a button to discard it. */
export function DraftRowView({ row, onDiscard }: { row: DraftRow; onDiscard: () => void }) {
  const now = useNow();
  const { recipientId, recipientName, recipientAvatarUrl, messageSubject, excerpt } = row;
  return (
    <ListItem className="flex items-center gap-1">
      <Link
        to={paths.createInbox(recipientId)}
        className="-ml-2 flex min-h-18 min-w-0 flex-1 items-center gap-3.5 rounded-card px-2 py-3 hover:bg-tint/60"
      >
        <Avatar name={recipientName} imageUrl={recipientAvatarUrl} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3">
            <span dir="auto" className="min-w-0 truncate font-semibold">
              {recipientName}
            </span>
            <span className="shrink-0 text-[0.8125rem] text-soft">
              {recencyWords(row.modifiedAt, now)}
            </span>
          </span>
          <span dir="auto" className="block truncate text-soft">
            {messageSubject || excerpt || 'No subject yet'}
          </span>
          {!row.acceptsMessages && (
            <span className="block text-[0.875rem] text-soft">
              Isn’t accepting letters right now
            </span>
          )}
        </span>
      </Link>
      <IconButton
        label={`Discard the draft to ${recipientName}`}
        icon={<Trash2 aria-hidden className="size-5" />}
        className="-mr-2 text-soft"
        onClick={onDiscard}
      />
    </ListItem>
  );
}
