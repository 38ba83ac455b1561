import { useNavigate } from 'react-router';
import { appealStatement, viewStatements } from '#shared/api/statements.ts';
import { call } from '#web/api/client.ts';
import { refresh } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Redirect } from '#web/shell/Redirect.tsx';
import { AppealForm } from '../AppealForm.tsx';
import { DecisionPage } from '../DecisionPage.tsx';
import { StatementBody } from '../StatementBody.tsx';
import { decisionQueries } from '../safety-queries.ts';
import { STATEMENT_TITLES } from '../statement-titles.ts';
import type { Statement } from '../statement-words.ts';

export const loader = queryLoader(decisionQueries);

/** `/decisions/{statementId}/appeal`: the appeal against a decision, which is folded above it. docs/product/desk.md#statements */
export function Component() {
  return (
    <DecisionPage title="Appeal">{(statement) => <Appeal statement={statement} />}</DecisionPage>
  );
}

function Appeal({ statement }: { statement: Statement }) {
  const navigate = useNavigate();
  const { id, deed, reason, appealable } = statement;
  if (!appealable) return <Redirect to={paths.decision(id)} state={null} />;
  return (
    <Page title="Appeal" back={paths.decision(id)}>
      <div className="grid gap-5">
        <details className="rounded-card border border-rule bg-card px-4 py-2">
          <summary className="grid min-h-14 content-center">
            <span className="font-semibold">{STATEMENT_TITLES[deed]}</span>
            <span className="truncate text-[0.875rem] text-soft">“{reason}”</span>
          </summary>
          <div className="py-3">
            <StatementBody statement={statement} hasLinks={false} />
          </div>
        </details>
        <AppealForm
          statement={statement}
          send={(appeal, options) => call(appealStatement, appeal, options)}
          onSent={async () => {
            await navigate(paths.decision(id), { replace: true });
            await refresh(viewStatements);
          }}
        />
      </div>
    </Page>
  );
}
