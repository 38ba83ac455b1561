import { useInfiniteQuery } from '@tanstack/react-query';
import { FETCHING, LoadMore } from '#web/ui/LoadMore.tsx';
import { AnswerRows } from './AnswerRows.tsx';
import { publicAnswersQuery } from './public-answer-queries.ts';

/** The public answers of a creator, in a tab of the profile. docs/product/public-answers.md#on-the-profile */
export function AnswersTab({ username }: { username: string }) {
  const list = useInfiniteQuery(publicAnswersQuery(username));
  const answers = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <div>
      <p className="text-[0.875rem] text-soft">Published with the consent of those who asked.</p>
      <AnswerRows level="h2" answers={answers.map((row) => ({ ...row, username }))} />
      {list.hasNextPage && (
        <LoadMore
          busy={list.isFetchingNextPage}
          onLoad={() => list.fetchNextPage()}
          words="Show more answers"
          busyWords={FETCHING}
        />
      )}
    </div>
  );
}

/** How many public answers a creator has; undefined while it is not known. */
export function usePublicAnswerCount(username: string): number | undefined {
  return useInfiniteQuery(publicAnswersQuery(username)).data?.pages[0]?.pageTotal;
}
