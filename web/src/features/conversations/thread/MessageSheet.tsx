import { type Instant, toIso } from '#shared/time.ts';
import { dayWords, postmarkDay, recencyWords } from '#web/shell/dates.ts';
import { Letter } from '#web/ui/Letter.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { PostmarkProps } from '#web/ui/Postmark.tsx';
import { type Conversation, firstName, type Message } from '../conversation.ts';
import { isFree } from '../money-words.ts';
import { FoldedLetter } from './FoldedLetter.tsx';
import { MessageText } from './MessageText.tsx';
import { Reply } from './Reply.tsx';
import { SpokenText } from './SpokenText.tsx';

/** Its space is reserved, so that the letter does not move when it loads. */
const WrittenBy = lazyPart(
  async () => (await import('../../letters/WrittenBy.tsx')).WrittenBy,
  () => <div className="min-h-11" />,
);

/* One message of the thread: the question and the paid answer are drawn as letters, replies are smaller. */

export type MessageSheetProps = {
  message: Message;
  conversation: Conversation;
  viewerId: string;
  now: Instant;
  /** What is folded: the question, because the reader came for what followed it, or the answer that a claim is about. */
  folded?: 'question' | 'answer' | undefined;
  /** The read receipt, if it is shown. */
  receipt?: string | undefined;
};

export function MessageSheet(props: MessageSheetProps) {
  const { message, conversation, viewerId, now, folded, receipt } = props;
  const own = message.senderId === viewerId;
  const from = { name: message.senderName, imageUrl: message.senderAvatar };
  const text = { message, conversation, viewerId, now };
  const date = {
    words: recencyWords(message.dateTimeSent, now),
    dateTime: toIso(message.dateTimeSent),
  };
  switch (message.kind) {
    case 'QUESTION': {
      const sent = own ? `Sent to ${firstName(conversation.recipientName)}` : 'Sent to you';
      if (folded === 'question')
        return (
          <FoldedLetter
            title={`${ownerOf(conversation, own)} letter, ${dayWords(message.dateTimeSent, now)}`}
            html={message.body}
            footer={receipt}
          >
            <MessageText {...text} />
          </FoldedLetter>
        );
      return (
        <Letter
          from={from}
          sent={sent}
          date={date}
          footer={receipt}
          postmark={questionPostmark(conversation)}
        >
          <SpokenText message={message} conversation={conversation}>
            <MessageText {...text} />
          </SpokenText>
        </Letter>
      );
    }
    case 'PAID_RESPONSE':
    case 'IMPROVED_ANSWER': {
      const improved = message.kind === 'IMPROVED_ANSWER';
      if (folded === 'answer')
        return (
          <FoldedLetter
            title={`${own ? 'Your' : `${firstName(conversation.recipientName)}’s`} answer, ${date.words}`}
            html={message.body}
            footer={receipt}
          >
            <MessageText {...text} />
          </FoldedLetter>
        );
      return (
        <Letter
          from={from}
          to={toName(conversation.senderName, own)}
          date={date}
          footer={receipt}
          kind={answerName(improved, conversation)}
          postmark={postmarkOn(message.dateTimeSent, improved ? 'improved' : 'answered')}
          about={
            message.written && (
              <WrittenBy
                conversationId={conversation.id}
                message={message}
                own={own}
                now={now}
                written={message.written}
              />
            )
          }
        >
          <SpokenText message={message} conversation={conversation}>
            <MessageText {...text} />
          </SpokenText>
        </Letter>
      );
    }
    case 'CLARIFICATION':
    case 'CLARIFICATION_REPLY':
      return (
        <Reply
          {...from}
          own={own}
          date={date}
          footer={receipt}
          about={message.kind === 'CLARIFICATION' ? 'Question before the answer' : undefined}
        >
          <MessageText plain {...text} />
        </Reply>
      );
    case 'REPLY':
      return (
        <Reply {...from} own={own} date={date} footer={receipt}>
          <MessageText plain {...text} />
        </Reply>
      );
  }
}

/** The addressee of a letter: the other person's first name on the viewer's own letter, "you" on a received one. */
function toName(name: string, own: boolean): string {
  return own ? firstName(name) : 'you';
}

/** Names one of two answers; undefined if there is only one. */
function answerName(improved: boolean, { claim }: Conversation): string | undefined {
  if (improved) return 'Improved answer';
  return claim?.improvedAt ? 'First answer' : undefined;
}

/** The postmark with this day. */
function postmarkOn(at: Instant, state: PostmarkProps['state']) {
  return { state, ...postmarkDay(at) };
}

/** The postmark of the day of the payment, or of the day on which a letter came back unanswered. Free letters have none. */
function questionPostmark(conversation: Conversation) {
  if (isFree(conversation)) return undefined;
  const { status, timeline, timeReceived } = conversation;
  const end = timeline.find(({ event }) => event === 'EXPIRED' || event === 'RETURNED');
  return status === 'EXPIRED' && end
    ? postmarkOn(end.at, 'returned')
    : postmarkOn(timeReceived, 'paid');
}

const ownerOf = ({ senderName }: Conversation, own: boolean) =>
  own ? 'Your' : `${firstName(senderName)}’s`;
