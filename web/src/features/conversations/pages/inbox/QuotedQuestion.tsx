import { useInfiniteQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Letter } from '../../../../ui/Letter.tsx';
import { RichText } from '../../../../ui/RichText.tsx';
import { LetterSkeleton } from '../../../../ui/Skeletons.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { inboxThread } from '../../thread-queries.ts';

/* The question, visible while the answer is written. A long one scrolls. */
export function QuotedQuestion({ conversation }: { conversation: Conversation }) {
  const pages = useInfiniteQuery(inboxThread(conversation.id).messages);
  const question = pages.data?.pages
    .flatMap((page) => page.data)
    .find((message) => message.kind === 'QUESTION');
  if (!question) {
    return pages.isPending ? (
      <LetterSkeleton />
    ) : (
      <ErrorState
        words="The question could not be loaded."
        retrying={pages.isFetching}
        onRetry={() => pages.refetch()}
      />
    );
  }
  return (
    <Letter
      from={{ name: question.senderName, imageUrl: question.senderAvatar }}
      to={firstName(conversation.recipientName)}
    >
      <section
        aria-label="The question"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
        tabIndex={0}
        className="max-h-72 overflow-y-auto"
      >
        <p dir="auto" className="mb-2 font-semibold font-serif text-xl leading-snug">
          {conversation.subject}
        </p>
        <RichText html={question.body} />
      </section>
    </Letter>
  );
}
