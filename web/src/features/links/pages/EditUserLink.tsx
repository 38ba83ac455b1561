import { updateUserLink } from '../../../../../shared/api/links.ts';
import { call } from '../../../api/client.ts';
import { usePathParameter } from '../../../path-parameters.ts';
import { paths } from '../../../paths.ts';
import { Page } from '../../../shell/Page.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { CardSkeleton } from '../../../ui/Skeletons.tsx';
import { LinkNotFound } from '../LinkNotFound.tsx';
import { LinkForm } from './LinkForm.tsx';
import { useOwnLinks } from './own-links.ts';

const TITLE = 'Edit link';

/* Changes the name or address of a link. */
export function Component() {
  const linkId = usePathParameter('linkId');
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
  const awaited = isPending || (isFetching && links);
  if (links && !awaited) return <LinkNotFound />;
  return (
    <Page title={TITLE} back={paths.userLinks()}>
      {awaited ? (
        <CardSkeleton height={220} />
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
