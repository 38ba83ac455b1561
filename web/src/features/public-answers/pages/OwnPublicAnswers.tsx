import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { PublicAnswerState } from '#shared/rules/public-answers/public-answers.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FETCHING, LoadMore } from '#web/ui/LoadMore.tsx';
import { ownAnswersQueries } from '../copy-queries.ts';

export const loader = queryLoader(ownAnswersQueries);

const STATES: Readonly<Record<PublicAnswerState, string>> = {
  PROPOSED: 'Waits for the sender',
  REVISED: 'Read it once more',
  PUBLIC: 'Public',
  DECLINED: 'Kept private',
  WITHDRAWN: 'Withdrawn',
  LAPSED: 'No answer in 30 days',
};

/** `/public-answers`: what the viewer proposed to publish, and what became of it. docs/product/public-answers.md#ones-own-list */
export function Component() {
  const list = useInfiniteQuery(ownAnswersQueries().list);
  return (
    <Page title="Public answers" back={paths.myProfile()}>
      <QueryContent query={list} failed="We couldn’t load your public answers.">
        {({ pages }) => {
          const answers = pages.flatMap(({ data }) => data);
          if (answers.length === 0)
            return (
              <EmptyState drawing="envelope" title="NOTHING PUBLIC YET">
                Open a letter that you answered, and choose “Make public” in its menu. The sender
                decides.
              </EmptyState>
            );
          return (
            <>
              <ul>
                {answers.map(({ id, inboxId, title, excerpt, state, held }) => (
                  <li key={id} className="border-rule border-b last:border-b-0">
                    <Link
                      to={paths.inboxViewer(inboxId)}
                      className="block py-4 no-underline hover:bg-tint"
                    >
                      <span className="text-[0.875rem] text-soft">
                        {held ? 'Reported, we look at it' : STATES[state]}
                      </span>
                      <h2
                        dir="auto"
                        className="wrap-anywhere font-medium font-serif text-[1.25rem] leading-[1.3]"
                      >
                        {title}
                      </h2>
                      <p dir="auto" className="wrap-anywhere line-clamp-2 font-serif text-soft">
                        {excerpt}
                      </p>
                    </Link>
                  </li>
                ))}
              </ul>
              {list.hasNextPage && (
                <LoadMore
                  busy={list.isFetchingNextPage}
                  onLoad={() => list.fetchNextPage()}
                  words="Show more"
                  busyWords={FETCHING}
                />
              )}
            </>
          );
        }}
      </QueryContent>
    </Page>
  );
}
