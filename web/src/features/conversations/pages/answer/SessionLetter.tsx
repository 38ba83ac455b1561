import type { Ref } from 'react';
import type { Instant } from '../../../../../../shared/time.ts';
import { deadlineWords, momentWords, timeLeftWords } from '../../../../shell/dates.ts';
import { Letter } from '../../../../ui/Letter.tsx';
import { RichText } from '../../../../ui/RichText.tsx';
import { Stamp } from '../../../../ui/Stamp.tsx';
import type { Conversation, Message } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';
import { MessageSheet, postmarkOn } from '../../thread/MessageSheet.tsx';
import { receiptWords } from '../../thread/receipts.ts';
import { inReadingOrder } from '../../thread/thread-order.ts';

export type SessionLetterProps = {
  conversation: Conversation;
  messages: readonly Message[];
  viewerId: string;
  now: Instant;
  /** Gets the focus when the next letter is shown. */
  heading: Ref<HTMLHeadingElement>;
};

/* The letter of the session with its price and deadline, and the clarifying question with its reply. */
export function SessionLetter(props: SessionLetterProps) {
  const { conversation, messages, viewerId, now, heading } = props;
  const { letters, replies } = inReadingOrder(messages);
  const question = letters.find(({ kind }) => kind === 'QUESTION');
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        {isFree(conversation) ? (
          <p className="text-[0.9375rem] text-soft">It waits until it’s answered.</p>
        ) : (
          <>
            <p className="min-w-0">
              <strong className="block font-semibold">
                {timeLeftWords(conversation.deadlineAt, now)}
              </strong>
              <span className="text-[0.9375rem] text-soft">
                Answer by {deadlineWords(conversation.deadlineAt, now)}
              </span>
            </p>
            <Stamp price={conversation.price} width={84} tilted />
          </>
        )}
      </div>
      {question && (
        <Letter
          from={{ name: question.senderName, imageUrl: question.senderAvatar }}
          to="you"
          postmark={isFree(conversation) ? undefined : postmarkOn(conversation.deadlineAt, 'due')}
          footer={`Sent ${momentWords(question.dateTimeSent, now)}`}
        >
          <h2
            ref={heading}
            tabIndex={-1}
            dir="auto"
            className="mb-3 font-semibold font-serif text-xl leading-snug"
          >
            {conversation.subject}
          </h2>
          <RichText html={question.body} />
        </Letter>
      )}
      {replies.map((message) => (
        <MessageSheet
          key={message.id}
          {...{ message, conversation, viewerId, now }}
          receipt={receiptWords(message, viewerId, messages, now)}
        />
      ))}
    </>
  );
}
