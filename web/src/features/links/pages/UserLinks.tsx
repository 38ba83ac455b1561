import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';
import { DeleteLink } from './DeleteLink.tsx';
import { LinkList } from './LinkList.tsx';
import { linkQueries } from './link-queries.ts';
import { type OwnLink, useOwnLinks } from './own-links.ts';

export const loader = queryLoader(linkQueries);

/* The user's own links: add, reorder, edit, delete. docs/product/links.md#order */
export function Component() {
  return (
    <Page
      title={`${PRODUCT_NAME} Links`}
      back={paths.settings()}
      lead="People find these on your public profile, in this order."
    >
      <Button
        block
        icon={<Plus aria-hidden size={18} />}
        render={<Link to={paths.addUserLink()} />}
      >
        Add Link
      </Button>
      <div className="mt-3">
        <Links />
      </div>
    </Page>
  );
}

function Links() {
  const own = useOwnLinks();
  const [leaving, setLeaving] = useState<OwnLink>();
  return (
    <>
      <QueryContent
        query={own}
        failed="We couldn’t load your links."
        skeleton={<RowsSkeleton rows={4} />}
      >
        {(links) =>
          links.length > 0 ? (
            <LinkList links={links} onDelete={setLeaving} />
          ) : (
            <EmptyState drawing="link" title="No links found">
              Click "Add Link" button above to add one now. These links will display on your public
              profile.
            </EmptyState>
          )
        }
      </QueryContent>
      <DeleteLink link={leaving} onClose={() => setLeaving(undefined)} />
    </>
  );
}
