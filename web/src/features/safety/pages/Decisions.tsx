import { useQuery } from '@tanstack/react-query';
import { appealStatement, viewStatements } from '../../../../../shared/api/statements.ts';
import { call } from '../../../api/client.ts';
import { refresh } from '../../../api/queries.ts';
import { queryLoader } from '../../../api/screen-loader.ts';
import { paths } from '../../../paths.ts';
import { Page } from '../../../shell/Page.tsx';
import { QueryContent } from '../../../shell/QueryPage.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { RowsSkeleton } from '../../../ui/Skeletons.tsx';
import { StatementList } from '../StatementList.tsx';
import { decisionQueries } from '../safety-queries.ts';

export const loader = queryLoader(decisionQueries);

/** `/decisions`: what staff decided about the viewer's account, payments and reports. docs/product/desk.md#statements */
export function Component() {
  const query = useQuery(decisionQueries().statements);
  return (
    <Page title="Decisions" back={paths.settings()}>
      <QueryContent
        query={query}
        failed="We couldn’t load the decisions."
        skeleton={<RowsSkeleton rows={2} />}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState drawing="envelope" title="Nothing was decided yet">
              When staff decide about your account, a payment of yours or what you reported, you
              read here what and why. You can appeal what is decided against you.
            </EmptyState>
          ) : (
            <StatementList
              statements={data}
              hasLinks
              send={(appeal, options) => call(appealStatement, appeal, options)}
              reload={() => refresh(viewStatements)}
            />
          )
        }
      </QueryContent>
    </Page>
  );
}
