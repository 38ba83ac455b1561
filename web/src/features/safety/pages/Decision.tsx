import { useEffect } from 'react';
import { Link } from 'react-router';
import { markStatementAsRead } from '#shared/api/statements.ts';
import { durationWords } from '#shared/dates.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { Page, PageHeading } from '#web/shell/Page.tsx';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DecisionPage } from '../DecisionPage.tsx';
import { ReportResult } from '../ReportResult.tsx';
import { StatementBody } from '../StatementBody.tsx';
import { decisionQueries } from '../safety-queries.ts';
import { helpOf, type Statement, titleOf } from '../statement-words.ts';

export const loader = queryLoader(decisionQueries);

/** `/decisions/{statementId}`: one decision, as its reader has it. docs/product/desk.md#statements */
export function Component() {
  return (
    <DecisionPage title="Decision">
      {(statement) => <Decision statement={statement} />}
    </DecisionPage>
  );
}

function Decision({ statement }: { statement: Statement }) {
  const { id, dateTime, reason, report, appealable } = statement;
  useEffect(() => {
    // The decision is read whether or not the desk learns of it.
    void call(markStatementAsRead, { statementId: id }).catch(() => undefined);
  }, [id]);
  const title = titleOf(statement);
  const help = helpOf(statement);
  return (
    <Page
      title={title}
      heading="content"
      back={paths.decisions()}
      actionBar={
        <ActionBar>
          <div className="flex gap-2">
            {appealable && (
              <Button variant="quiet" render={<Link to={paths.decisionAppeal(id)} />}>
                Appeal
              </Button>
            )}
            <Button className="flex-1" render={<Link to={help.to} />}>
              {help.label}
            </Button>
          </div>
        </ActionBar>
      }
    >
      <div className="grid gap-4">
        <header>
          <PageHeading className="font-serif text-[1.75rem] leading-8">{title}</PageHeading>
          <p className="text-soft">
            {deadlineWords(dateTime, serverNow())}
            {report && ` · ${durationWords(dateTime - report.dateTime)} after you wrote`}
          </p>
        </header>
        {report ? (
          <ReportResult report={report} reason={reason} />
        ) : (
          <StatementBody statement={statement} hasLinks />
        )}
      </div>
    </Page>
  );
}
