import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { appealBlockedStatement, viewBlockedStatements } from '#shared/api/statements.ts';
import { call } from '#web/api/client.ts';
import { query, refresh } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';
import { appealTokenIn } from '../appeal-token.ts';
import { StatementList } from '../StatementList.tsx';

/** `/appeal`: the decisions about an account that is blocked, after its sign-in was refused. docs/product/desk.md#statements */
export function Component() {
  const appealToken = appealTokenIn(useLocation().state);
  return (
    <Page title="Your account is blocked" header="brand" action={<span />}>
      <div className="grid gap-4">
        <p className="text-soft">You can’t use it for now. What is owed to you is kept for you.</p>
        {appealToken ? <Decisions appealToken={appealToken} /> : <SignInAgain />}
      </div>
    </Page>
  );
}

function Decisions({ appealToken }: { appealToken: string }) {
  const decisions = useQuery(query(viewBlockedStatements, { appealToken }));
  // The token is valid for an hour.
  if (decisions.error) return <SignInAgain />;
  return (
    <QueryContent query={decisions} skeleton={<RowsSkeleton rows={2} />}>
      {({ data }) => (
        <StatementList
          statements={data}
          send={(appeal, options) =>
            call(appealBlockedStatement, { appealToken, ...appeal }, options)
          }
          reload={() => refresh(viewBlockedStatements)}
        />
      )}
    </QueryContent>
  );
}

function SignInAgain() {
  return (
    <div className="grid gap-4">
      <p>Sign in again to read the decision and to appeal.</p>
      <Button render={<Link to={paths.login()} />}>Sign in</Button>
    </div>
  );
}
