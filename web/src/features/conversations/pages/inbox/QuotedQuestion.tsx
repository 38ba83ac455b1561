import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Instant, toIso } from '../../../../../../shared/time.ts';
import { momentWords } from '../../../../shell/dates.ts';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Letter } from '../../../../ui/Letter.tsx';
import { RichText } from '../../../../ui/RichText.tsx';
import { LetterSkeleton } from '../../../../ui/Skeletons.tsx';
import { type Conversation, firstName, type Message } from '../../conversation.ts';
import { Reply } from '../../thread/Reply.tsx';
import { inReadingOrder } from '../../thread/thread-order.ts';
import { inboxThread } from '../../thread-queries.ts';

export type QuotedQuestionProps = {
  conversation: Conversation;
  now: Instant;
  /** Whether the answer that was given is quoted too. */
  answered?: boolean;
};

/* The question, and the clarifying question with its reply, visible while the answer is written. */
export function QuotedQuestion({ conversation, now, answered = false }: QuotedQuestionProps) {
  const pages = useInfiniteQuery(inboxThread(conversation.id).messages);
  const { letters, replies } = inReadingOrder(pages.data?.pages.flatMap(({ data }) => data) ?? []);
  const question = letters.find(({ kind }) => kind === 'QUESTION');
  const answer = answered && letters.find(({ kind }) => kind === 'PAID_RESPONSE');
  if (!question) {
    return pages.isPending ? (
      <LetterSkeleton />
    ) : (
      <ErrorState
        words="The question couldn’t be loaded."
        retrying={pages.isFetching}
        onRetry={() => pages.refetch()}
      />
    );
  }
  return (
    <>
      <QuotedLetter message={question} to="you" label="The question">
        <p dir="auto" className="mb-2 font-semibold font-serif text-xl leading-snug">
          {conversation.subject}
        </p>
      </QuotedLetter>
      {replies
        .filter(({ kind }) => kind !== 'REPLY')
        .map(({ id, senderId, senderName, senderAvatar, dateTimeSent, body }) => (
          <Reply
            key={id}
            name={senderName}
            imageUrl={senderAvatar}
            own={senderId === conversation.recipientId}
            date={{ words: momentWords(dateTimeSent, now), dateTime: toIso(dateTimeSent) }}
          >
            <RichText plain html={body} />
          </Reply>
        ))}
      {answer && (
        <QuotedLetter
          message={answer}
          to={firstName(conversation.senderName)}
          label="Your answer so far"
        />
      )}
    </>
  );
}

type QuotedLetterProps = { message: Message; to: string; label: string; children?: ReactNode };

/** A letter, which scrolls if it is long. */
function QuotedLetter({ message, to, label, children }: QuotedLetterProps) {
  return (
    <Letter from={{ name: message.senderName, imageUrl: message.senderAvatar }} to={to}>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
        tabIndex={0}
        className="max-h-72 overflow-y-auto"
      >
        {children}
        <RichText html={message.body} />
      </section>
    </Letter>
  );
}
