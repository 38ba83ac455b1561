import type { Ref } from 'react';
import type { Instant } from '#shared/time.ts';
import type { Conversation, Message } from '../../conversation.ts';
import { MessageSheet } from '../../thread/MessageSheet.tsx';
import { receiptWords } from '../../thread/receipts.ts';
import { MetaLine } from '../../thread/ThreadHeading.tsx';
import { inReadingOrder } from '../../thread/thread-order.ts';

export type SessionLetterProps = {
  conversation: Conversation;
  messages: readonly Message[];
  viewerId: string;
  now: Instant;
  /** Gets the focus when the next letter is shown. */
  heading: Ref<HTMLHeadingElement>;
};

/* The letter of the session below its subject and one line, and the clarifying question with its reply. */
export function SessionLetter(props: SessionLetterProps) {
  const { conversation, messages, viewerId, now, heading } = props;
  const { letters, replies } = inReadingOrder(messages);
  const question = letters.find(({ kind }) => kind === 'QUESTION');
  return (
    <>
      <header>
        <h2
          ref={heading}
          tabIndex={-1}
          dir="auto"
          className="wrap-anywhere font-serif text-[1.75rem] leading-8 max-[22.5rem]:text-2xl max-[22.5rem]:leading-7"
        >
          {conversation.subject}
        </h2>
        <MetaLine conversation={conversation} now={now} side="recipient" />
      </header>
      {question && (
        <MessageSheet
          message={question}
          conversation={conversation}
          viewerId={viewerId}
          now={now}
        />
      )}
      {replies.map((message) => (
        <MessageSheet
          key={message.id}
          message={message}
          conversation={conversation}
          viewerId={viewerId}
          now={now}
          receipt={receiptWords(message, viewerId, messages, now)}
        />
      ))}
    </>
  );
}
