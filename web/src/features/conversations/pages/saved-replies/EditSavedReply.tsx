import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { deleteSavedReply, updateSavedReply, viewSavedReplies } from '#shared/api/saved-replies.ts';
import { call } from '#web/api/client.ts';
import { refresh } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useConfirm } from '#web/forms/confirm.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { useIsPageOpen } from '#web/shell/open-page.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Confirm } from '#web/ui/Confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { type SavedReply, savedReplyQueries } from '../../saved-replies/saved-reply-queries.ts';
import { SavedReplyForm } from './SavedReplyForm.tsx';

export const loader = queryLoader(savedReplyQueries);

const TITLE = 'Edit saved reply';

/* Changes or deletes a saved reply. docs/product/conversations.md#saved-replies */
export function Component() {
  const savedReplyId = usePathParameter('savedReplyId');
  const replies = useQuery({ ...savedReplyQueries().replies, select: ({ data }) => data });
  const reply = replies.data?.find(({ id }) => id === savedReplyId);
  // Replies that were loaded earlier may lack one that was added on another device.
  const isKnown = reply !== undefined || !replies.isFetching;
  return (
    <QueryPage
      title={TITLE}
      back={paths.savedReplies()}
      query={{ ...replies, data: isKnown ? replies.data : undefined }}
      failed="We couldn’t load your saved replies."
    >
      {() =>
        reply ? (
          <SavedReplyForm
            title={TITLE}
            draftKey={`savedReply_${savedReplyId}`}
            words={{ title: reply.title, text: reply.text }}
            save={(words) => call(updateSavedReply, { savedReplyId, ...words })}
            action={<Delete reply={reply} />}
          />
        ) : (
          <Gone />
        )
      }
    </QueryPage>
  );
}

function Gone() {
  return (
    <Page title={TITLE} back={paths.savedReplies()}>
      <EmptyState
        drawing="envelope"
        title="This saved reply is gone"
        action={
          <Button size="md" variant="quiet" render={<Link to={paths.savedReplies()} />}>
            Show saved replies
          </Button>
        }
      >
        It was deleted, perhaps on another device.
      </EmptyState>
    </Page>
  );
}

function Delete({ reply }: { reply: SavedReply }) {
  const navigate = useNavigate();
  const isPageOpen = useIsPageOpen();
  const { ask, dialog } = useConfirm(async () => {
    await call(deleteSavedReply, { savedReplyId: reply.id });
    if (isPageOpen()) await navigate(paths.savedReplies(), { replace: true });
    toast.success('Saved reply deleted');
    void refresh(viewSavedReplies);
  }, 'There was an error while deleting. Please try again.');
  return (
    <>
      <IconButton label="Delete" icon={<Trash2 aria-hidden size={20} />} onClick={ask} />
      <Confirm
        {...dialog}
        title="Delete this saved reply?"
        description={
          <p dir="auto" className="wrap-anywhere">
            {reply.title}
          </p>
        }
        action="Delete"
        actionVariant="danger"
      />
    </>
  );
}
