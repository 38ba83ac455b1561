import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { paths } from '#web/paths.ts';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';
import { type SavedReply, savedReplyQueries } from './saved-reply-queries.ts';

export type SavedRepliesDialogProps = {
  onChoose: (reply: SavedReply) => void;
  onClose: () => void;
};

/* Chooses a saved reply for the answer that is being written. */
export function SavedRepliesDialog({ onChoose, onClose }: SavedRepliesDialogProps) {
  const replies = useQuery({ ...savedReplyQueries().replies, select: ({ data }) => data });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Saved replies"
      description={
        replies.data?.length
          ? 'The one you choose is added to your text. You can change it before you send it.'
          : undefined
      }
      actions={
        <Button variant="quiet" block render={<Link to={paths.savedReplies()} />}>
          Manage saved replies
        </Button>
      }
    >
      <QueryContent
        query={replies}
        failed="We couldn’t load your saved replies."
        skeleton={<RowsSkeleton rows={3} />}
      >
        {(known) =>
          known.length === 0 ? (
            <p>You have no saved replies yet.</p>
          ) : (
            <ul aria-label="Saved replies" className="divide-y divide-rule">
              {known.map((reply) => (
                <li key={reply.id}>
                  <button
                    type="button"
                    className="block min-h-13 w-full rounded-card px-2 py-2.5 text-start hover:bg-tint"
                    onClick={() => onChoose(reply)}
                  >
                    <span dir="auto" className="block truncate font-semibold">
                      {reply.title}
                    </span>
                    <span dir="auto" className="line-clamp-2 text-[0.9375rem] text-soft">
                      {plainText(reply.text)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Dialog>
  );
}
