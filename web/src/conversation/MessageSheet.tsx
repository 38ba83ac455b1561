import type { ReactNode } from 'react';
import { type Instant, toIso } from '../../../shared/time.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Letter } from '../ui/Letter.tsx';
import type { PostmarkProps } from '../ui/Postmark.tsx';
import { RichText } from '../ui/RichText.tsx';
import { dayWords, momentWords } from './dates.ts';
import { type Conversation, firstName, type Message } from './side.ts';

/* One message of the thread: question and paid response are letters, replies are quieter. */

export type MessageSheetProps = {
  message: Message;
  conversation: Conversation;
  viewerId: string;
  now: Instant;
};

export function MessageSheet(props: MessageSheetProps) {
  const { message, conversation, viewerId, now } = props;
  const own = message.senderId === viewerId;
  const from = { name: message.senderName, imageUrl: message.senderAvatar };
  const date = {
    words: momentWords(message.dateTimeSent, now),
    dateTime: toIso(message.dateTimeSent),
  };
  const receipt =
    own && message.dateTimeRead ? `Read ${momentWords(message.dateTimeRead, now)}` : undefined;
  switch (message.kind) {
    case 'QUESTION': {
      const returned = returnedPostmark(conversation);
      return (
        <Letter
          from={from}
          date={date}
          footer={receipt}
          to={toName(conversation.recipientName, own)}
          {...(returned ? { postmark: returned } : {})}
        >
          <p dir="auto" className="mb-3 font-semibold font-serif text-xl leading-snug">
            {conversation.subject}
          </p>
          <RichText html={message.body} />
        </Letter>
      );
    }
    case 'PAID_RESPONSE':
      return (
        <Letter
          from={from}
          to={toName(conversation.senderName, own)}
          date={date}
          footer={receipt}
          postmark={postmarkOn(message.dateTimeSent, 'answered')}
        >
          <RichText html={message.body} />
        </Letter>
      );
    case 'REPLY':
      return (
        <Reply {...from} own={own} date={date} footer={receipt}>
          <RichText plain html={message.body} />
        </Reply>
      );
  }
}

export type ReplyProps = {
  name: string;
  imageUrl?: string | null | undefined;
  own: boolean;
  date: { words: string; dateTime: string };
  footer?: ReactNode;
  children: ReactNode;
};

/** A free reply: a slip, not a sheet. */
export function Reply({ name, imageUrl, own, date, footer, children }: ReplyProps) {
  return (
    <article className="border-rule border-l-2 pl-4">
      <header className="mb-2 flex items-center gap-2.5">
        <Avatar name={name} imageUrl={imageUrl} size="sm" />
        <p dir="auto" className="min-w-0 flex-1 truncate font-semibold">
          {own ? 'You' : name}
        </p>
        <time dateTime={date.dateTime} className="text-[0.875rem] text-soft">
          {date.words}
        </time>
      </header>
      {children}
      {footer && <footer className="mt-2 text-[0.875rem] text-soft">{footer}</footer>}
    </article>
  );
}

/** For whom a letter is: by name in one's own, by "you" in one that came. */
function toName(name: string, own: boolean): string {
  return own ? firstName(name) : 'you';
}

function postmarkOn(at: Instant, state: PostmarkProps['state']) {
  // The year stands by itself under the day, so the day is written as if it were of this year.
  return {
    state,
    day: dayWords(at, at).toUpperCase(),
    year: String(new Date(at).getFullYear()),
  };
}

/** The question itself bears the mark of an answer that never came. */
function returnedPostmark({ status, timeline }: Conversation) {
  if (status !== 'EXPIRED') return undefined;
  const end = timeline.find(({ event }) => event === 'EXPIRED' || event === 'RETURNED');
  return end && postmarkOn(end.at, 'returned');
}
