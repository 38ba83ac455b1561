import { updateUserLink } from '../../../../../shared/api/links.ts';
import { call } from '../../../api/client.ts';
import { queryLoader } from '../../../api/screen-loader.ts';
import { usePathParameter } from '../../../path-parameters.ts';
import { paths } from '../../../paths.ts';
import { QueryPage } from '../../../shell/QueryPage.tsx';
import { CardSkeleton } from '../../../ui/Skeletons.tsx';
import { LinkNotFound } from '../LinkNotFound.tsx';
import { LinkForm } from './LinkForm.tsx';
import { linkQueries } from './link-queries.ts';
import { useOwnLinks } from './own-links.ts';

export const loader = queryLoader(linkQueries);

const TITLE = 'Edit link';

/* Changes the name or address of a link. */
export function Component() {
  const linkId = usePathParameter('linkId');
  const own = useOwnLinks();
  const link = own.data?.find(({ id }) => id === linkId);
  // Links that were loaded earlier may lack one that was added on another device.
  const known = link !== undefined || !own.isFetching;
  return (
    <QueryPage
      title={TITLE}
      back={paths.userLinks()}
      query={{ ...own, data: known ? own.data : undefined }}
      failed="We could not load your links."
      skeleton={<CardSkeleton height={220} />}
    >
      {() =>
        link ? (
          <LinkForm
            title={TITLE}
            words={{ linkName: link.linkName, linkUrl: link.linkUrl }}
            save={(words) => call(updateUserLink, { linkId, ...words })}
            failed="Error while updating link. Please try again."
          />
        ) : (
          <LinkNotFound />
        )
      }
    </QueryPage>
  );
}
