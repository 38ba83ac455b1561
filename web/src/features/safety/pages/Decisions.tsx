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

/** `/decisions`: what was decided about the viewer's account. docs/product/desk.md#statements */
export function Component() {
  const query = useQuery(decisionQueries().statements);
  return (
    <Page title="Decisions about your account" back={paths.settings()}>
      <QueryContent
        query={query}
        failed="We could not load the decisions."
        skeleton={<RowsSkeleton rows={2} />}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState drawing="envelope" title="Nothing was decided about your account">
              When staff decide something about you, you read here what, why, and how to appeal.
            </EmptyState>
          ) : (
            <StatementList
              statements={data}
              send={(appeal, options) => call(appealStatement, appeal, options)}
              reload={() => refresh(viewStatements)}
            />
          )
        }
      </QueryContent>
    </Page>
  );
}
