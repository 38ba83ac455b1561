import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { serverNow } from '#web/api/clock.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { dayWords } from '#web/shell/dates.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { List, ListItem } from '#web/ui/List.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';
import { decisionQueries } from '../safety-queries.ts';
import { APPEAL_RESULTS, type Statement, titleOf } from '../statement-words.ts';

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
            <List label="Decisions">
              {data.map((statement) => (
                <DecisionRow key={statement.id} statement={statement} />
              ))}
            </List>
          )
        }
      </QueryContent>
    </Page>
  );
}

/** A decision in the list: what was decided, when, and the beginning of the reason. */
function DecisionRow({ statement }: { statement: Statement }) {
  const { id, dateTime, reason, appeal } = statement;
  return (
    <ListItem>
      <Link to={paths.decision(id)} className="flex min-h-17 items-center gap-3 py-3">
        <span className="min-w-0 flex-1">
          <span className="flex justify-between gap-4">
            <span className="wrap-anywhere font-semibold">{titleOf(statement)}</span>
            <span className="shrink-0 text-[0.875rem] text-soft">
              {dayWords(dateTime, serverNow())}
            </span>
          </span>
          <span className="block truncate text-soft">
            {appeal ? appealState(appeal) : `“${reason}”`}
          </span>
        </span>
        <ChevronRight aria-hidden size={20} className="shrink-0 text-soft" />
      </Link>
    </ListItem>
  );
}

const appealState = ({ outcome }: NonNullable<Statement['appeal']>): string =>
  outcome ? APPEAL_RESULTS[outcome] : 'You appealed. We’re looking at it.';
