import { Link, useParams } from 'react-router-dom';
import { updateUserLink } from '../../../../shared/api/links.ts';
import { call } from '../../api/client.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { CardSkeleton } from '../../ui/Skeletons.tsx';
import { LinkForm } from './LinkForm.tsx';
import { useOwnLinks } from './own-links.ts';

const TITLE = 'Edit Link';

/* Another name or address for a link that is there. */
export function Component() {
  const { linkId = '' } = useParams();
  const { links, isFetching, isPending, refetch } = useOwnLinks();
  const link = links?.find(({ id }) => id === linkId);
  if (link) {
    const { linkName, linkUrl } = link;
    return (
      <LinkForm
        title={TITLE}
        words={{ linkName, linkUrl }}
        save={(words) => call(updateUserLink, { linkId, ...words })}
        failed="Error while updating link. Please try again."
      />
    );
  }
  return (
    <Page title={TITLE} back={paths.userLinks()}>
      {isPending || (isFetching && links) ? (
        <CardSkeleton height={220} />
      ) : links ? (
        <EmptyState
          drawing="link"
          title="This link is not there any more"
          action={
            <Button size="md" render={<Link to={paths.userLinks()} />}>
              Back to your links
            </Button>
          }
        />
      ) : (
        <ErrorState
          words="We could not load your links."
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      )}
    </Page>
  );
}
