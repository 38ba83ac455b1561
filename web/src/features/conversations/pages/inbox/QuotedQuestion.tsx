import { useInfiniteQuery } from '@tanstack/react-query';
import { type Instant, toIso } from '#shared/time.ts';
import { recencyWords } from '#web/shell/dates.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RichText } from '#web/ui/RichText.tsx';
import { LetterSkeleton } from '#web/ui/Skeletons.tsx';
import type { Conversation } from '../../conversation.ts';
import { Reply } from '../../thread/Reply.tsx';
import { inReadingOrder } from '../../thread/thread-order.ts';
import { inboxThread } from '../../thread-queries.ts';

export type QuotedQuestionProps = {
  conversation: Conversation;
  now: Instant;
};

/* The question, and the clarifying question with its reply, visible while the answer is written. */
export function QuotedQuestion({ conversation, now }: QuotedQuestionProps) {
  const pages = useInfiniteQuery(inboxThread(conversation.id).messages);
  const { letters, replies } = inReadingOrder(pages.data?.pages.flatMap(({ data }) => data) ?? []);
  const question = letters.find(({ kind }) => kind === 'QUESTION');
  if (!question) {
    return pages.isPending ? (
      <LetterSkeleton />
    ) : (
      <ErrorState
        words="We couldn’t load the letter."
        retrying={pages.isFetching}
        onRetry={() => pages.refetch()}
      />
    );
  }
  return (
    <>
      <article aria-label={`Letter from ${question.senderName}`}>
        <RichText html={question.body} />
      </article>
      {replies
        .filter(({ kind }) => kind !== 'REPLY')
        .map(({ id, senderId, senderName, senderAvatar, dateTimeSent, body }) => (
          <Reply
            key={id}
            name={senderName}
            imageUrl={senderAvatar}
            own={senderId === conversation.recipientId}
            date={{ words: recencyWords(dateTimeSent, now), dateTime: toIso(dateTimeSent) }}
          >
            <RichText plain html={body} />
          </Reply>
        ))}
    </>
  );
}
