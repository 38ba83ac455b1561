import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { PRODUCT_NAME } from '../../../../../shared/brand.ts';
import { paths } from '../../../paths.ts';
import { Page } from '../../../shell/Page.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { RowsSkeleton } from '../../../ui/Skeletons.tsx';
import { DeleteLink } from './DeleteLink.tsx';
import { LinkList } from './LinkList.tsx';
import { type OwnLink, useOwnLinks } from './own-links.ts';

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
  const { links, isPending, isFetching, refetch } = useOwnLinks();
  const [leaving, setLeaving] = useState<OwnLink>();
  const list = useRef<HTMLDivElement>(null);
  if (isPending) return <RowsSkeleton rows={4} />;
  if (!links) {
    return (
      <ErrorState
        words="We could not load your links."
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <>
      {links.length > 0 ? (
        <div ref={list} tabIndex={-1} data-quiet-focus>
          <LinkList links={links} onDelete={setLeaving} />
        </div>
      ) : (
        <EmptyState
          drawing="link"
          title='No links found. Click "Add Link" button above to add one now. These links will display on your public profile.'
        />
      )}
      <DeleteLink
        link={leaving}
        onClose={() => setLeaving(undefined)}
        near={() => list.current ?? document.getElementById('page')}
      />
    </>
  );
}
