import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Output } from '#shared/api/operation.ts';
import type { viewOwnPublicAnswers } from '#shared/api/public-answers.ts';
import type { Instant } from '#shared/time.ts';
import { serverNow } from '#web/api/clock.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { happenedWords, onDayWords, weekdayWords } from '#web/shell/dates.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FETCHING, LoadMore } from '#web/ui/LoadMore.tsx';
import { ownAnswersQueries } from '../copy-queries.ts';

export const loader = queryLoader(ownAnswersQueries);

type OwnAnswer = Output<typeof viewOwnPublicAnswers>['data'][number];

/** What became of a proposal, and when. */
function stateWords(one: OwnAnswer, now: Instant): string {
  const { state, held, until, publishedAt, endedAt } = one;
  const ended = endedAt ? ` ${onDayWords(endedAt, now)}` : '';
  switch (state) {
    case 'PROPOSED':
      return `Waits for the sender until ${weekdayWords(until, now)}`;
    case 'REVISED':
      return `Changed by the sender: read it again by ${weekdayWords(until, now)}`;
    case 'PUBLIC':
      if (held) return 'Reported: hidden while we look at it';
      return publishedAt ? `Public since ${happenedWords(publishedAt, now)}` : 'Public';
    case 'DECLINED':
      return `Kept private by the sender${ended}`;
    case 'WITHDRAWN':
      return `Withdrawn${ended}`;
    case 'LAPSED':
      return 'No answer in 30 days: it stays private';
  }
}

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
                {answers.map((one) => (
                  <li key={one.id} className="border-rule border-b last:border-b-0">
                    <Link
                      to={paths.inboxViewer(one.inboxId)}
                      className="block py-4 no-underline hover:bg-tint"
                    >
                      <span className="text-[0.875rem] text-soft">
                        {stateWords(one, serverNow())}
                      </span>
                      <h2
                        dir="auto"
                        className="wrap-anywhere font-medium font-serif text-[1.25rem] leading-[1.3]"
                      >
                        {one.title}
                      </h2>
                      <p dir="auto" className="wrap-anywhere line-clamp-2 font-serif text-soft">
                        {one.excerpt}
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
