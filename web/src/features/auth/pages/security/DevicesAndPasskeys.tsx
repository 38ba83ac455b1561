import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';
import { securityQueries } from '../../passkey-queries.ts';
import { Passkeys } from './Passkeys.tsx';
import { Sessions } from './Sessions.tsx';

export const loader = queryLoader(securityQueries);

/* Where the user is signed in, and the passkeys that sign in. docs/product/auth.md#where-you-are-signed-in */
export function Component() {
  const sessions = useQuery(securityQueries().sessions);
  const passkeys = useQuery(securityQueries().passkeys);
  const [remain, setRemain] = useState(false);
  return (
    <Page title="Devices and passkeys" back={paths.settings()}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <QueryContent
          query={sessions}
          failed="We couldn’t load where you are signed in."
          skeleton={<RowsSkeleton rows={2} />}
        >
          {({ data }) => (
            <Sessions
              sessions={data}
              passkeys={passkeys.data?.data ?? []}
              onPasskeysRemain={() => setRemain(true)}
            />
          )}
        </QueryContent>
        <QueryContent
          query={passkeys}
          failed="We couldn’t load your passkeys."
          skeleton={<RowsSkeleton rows={1} />}
        >
          {({ data }) => <Passkeys passkeys={data} remain={remain} />}
        </QueryContent>
      </div>
    </Page>
  );
}
