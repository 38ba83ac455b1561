import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { List, Row } from '#web/ui/List.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';
import { savedReplyQueries } from '../../saved-replies/saved-reply-queries.ts';

export const loader = queryLoader(savedReplyQueries);

/* The user's saved replies. docs/product/conversations.md#saved-replies */
export function Component() {
  const replies = useQuery({ ...savedReplyQueries().replies, select: ({ data }) => data });
  return (
    <Page
      title="Saved replies"
      back={paths.settings()}
      lead="Texts that you put into an answer with one press. Nothing is sent by itself."
    >
      <Button
        block
        icon={<Plus aria-hidden size={18} />}
        render={<Link to={paths.addSavedReply()} />}
      >
        Add a saved reply
      </Button>
      <div className="mt-3">
        <QueryContent
          query={replies}
          failed="We couldn’t load your saved replies."
          skeleton={<RowsSkeleton rows={4} />}
        >
          {(known) =>
            known.length === 0 ? (
              <EmptyState drawing="envelope" title="No saved replies yet">
                Save what you write again and again, such as a greeting or what you need to know.
              </EmptyState>
            ) : (
              <List label="Saved replies">
                {known.map(({ id, title, text }) => (
                  <Row
                    key={id}
                    title={title}
                    subtitle={plainText(text)}
                    render={<Link to={paths.editSavedReply(id)} />}
                  />
                ))}
              </List>
            )
          }
        </QueryContent>
      </div>
    </Page>
  );
}
