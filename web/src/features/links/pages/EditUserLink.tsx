import { updateUserLink } from '#shared/api/links.ts';
import { toIso } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { CardSkeleton } from '#web/ui/Skeletons.tsx';
import { LinkNotFound } from '../LinkNotFound.tsx';
import { LinkForm } from './LinkForm.tsx';
import { linkQueries } from './link-queries.ts';
import type { LinkValues } from './link-values.ts';
import { type OwnLink, useOwnLinks } from './own-links.ts';

export const loader = queryLoader(linkQueries);

const TITLE = 'Edit link';

/* Changes the name, the address and the visibility of a link. */
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
      failed="We couldn’t load your links."
      skeleton={<CardSkeleton height={220} />}
    >
      {() =>
        link ? (
          <LinkForm
            title={TITLE}
            draftKey={`userLink_${linkId}`}
            values={valuesOf(link)}
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

function valuesOf({ linkName, linkUrl, isOn, visibleFrom, visibleUntil }: OwnLink): LinkValues {
  return {
    linkName,
    linkUrl,
    isOn,
    visibleFrom: visibleFrom === null ? '' : toIso(visibleFrom),
    visibleUntil: visibleUntil === null ? '' : toIso(visibleUntil),
  };
}
