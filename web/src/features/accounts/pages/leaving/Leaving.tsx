import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEntity } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CardSkeleton } from '#web/ui/Skeletons.tsx';
import { Section } from '../settings/Section.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { DeletionBanner } from './DeletionBanner.tsx';
import { type Deletion, deletionWords } from './deletion-words.ts';
import { leavingQueries } from './leaving-queries.ts';
import { YourData } from './YourData.tsx';

export const loader = queryLoader(leavingQueries);

/* One's data, and the deletion of the account. docs/product/accounts.md#deleting-your-account */
export function Component() {
  return (
    <Page title="Your data and leaving" back={paths.settings()}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <QueryContent
          query={useQuery(leavingQueries().copies)}
          failed="We couldn’t load the copy of your data."
          skeleton={<CardSkeleton height={120} />}
        >
          {({ data: [copy] }) => <YourData copy={copy} />}
        </QueryContent>
        <QueryContent
          query={useEntity(leavingQueries().deletion)}
          failed="We couldn’t load what a deletion means for you."
          skeleton={<CardSkeleton height={240} />}
        >
          {(deletion) => <DeleteAccount deletion={deletion} />}
        </QueryContent>
      </div>
    </Page>
  );
}

function DeleteAccount({ deletion }: { deletion: Deletion }) {
  const [asking, setAsking] = useState(false);
  const { deletionAt, obstacle } = deletion;
  if (deletionAt !== null)
    return (
      <Section title="Delete your account">
        <DeletionBanner deletionAt={deletionAt} />
        {obstacle && <p className="mt-3 text-soft">{obstacle}</p>}
      </Section>
    );
  return (
    <Section title="Delete your account">
      {obstacle ? (
        <p>{obstacle}</p>
      ) : (
        <>
          <ul className="grid list-disc gap-2 pl-5">
            {deletionWords(deletion).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          <Button block variant="danger" className="mt-4" onClick={() => setAsking(true)}>
            Delete my account
          </Button>
        </>
      )}
      {asking && <DeleteDialog onClose={() => setAsking(false)} />}
    </Section>
  );
}
