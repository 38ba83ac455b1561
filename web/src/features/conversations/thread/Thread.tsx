import { RotateCw, Trash2 } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { type Instant, instant, toIso } from '#shared/time.ts';
import { failedBecause } from '#web/api/failure-words.ts';
import { useOnline } from '#web/api/use-online.ts';
import { recencyWords } from '#web/shell/dates.ts';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FETCHING, LoadMore } from '#web/ui/LoadMore.tsx';
import { RichText } from '#web/ui/RichText.tsx';
import { ScrolledTo } from '#web/ui/ScrolledTo.tsx';
import type { Conversation, Message } from '../conversation.ts';
import { MessageSheet } from './MessageSheet.tsx';
import { discardReply, type PendingReply, REPLY_FAILED, retryReply } from './pending-replies.ts';
import { Reply } from './Reply.tsx';
import { receiptWords } from './receipts.ts';
import { inReadingOrder } from './thread-order.ts';
import type { ThreadQuery } from './use-thread.ts';

/* The messages of a conversation: the paid answer as a letter at the top, then the free replies in order of time. */

export type ThreadProps = {
  conversation: Conversation;
  thread: ThreadQuery;
  viewerId: string;
  now: Instant;
  /** Whether the recipient writes about a claim beside it: then the letter comes first, and the answer to it is folded. */
  isClaimed?: boolean | undefined;
  /** Whether the viewer's own folded letter is in the pane beside it. */
  hasLetterBeside?: boolean | undefined;
  /** Directly after the answer. */
  afterAnswer?: ReactNode;
};

export function Thread(props: ThreadProps) {
  return (
    <QueryContent query={props.thread}>
      {(messages) => <Messages {...props} messages={messages} />}
    </QueryContent>
  );
}

function Messages(props: ThreadProps & { messages: readonly Message[] }) {
  const { conversation, thread, messages, viewerId, now, isClaimed, hasLetterBeside } = props;
  const { letters: known, replies } = inReadingOrder(messages);
  const isFolded = isQuestionKnown(conversation, known, viewerId);
  const folded = isClaimed ? 'answer' : isFolded ? 'question' : undefined;
  const shown = hasLetterBeside && isFolded ? known.filter(isAnswer) : known;
  const letters = isClaimed ? shown.toReversed() : shown;
  const answer = letters.findLast(isAnswer);
  const sheetOf = (message: Message) => (
    <MessageSheet
      key={message.id}
      message={message}
      folded={folded}
      conversation={conversation}
      viewerId={viewerId}
      now={now}
      receipt={receiptWords(message, viewerId, messages, now)}
    />
  );
  return (
    <section aria-label="Messages" className="grid gap-5">
      {letters.map((message) => (
        <Fragment key={message.id}>
          {sheetOf(message)}
          {message === answer && props.afterAnswer}
        </Fragment>
      ))}
      {thread.hasNextPage && (
        <LoadMore
          busy={thread.isFetchingNextPage}
          onLoad={() => thread.fetchNextPage()}
          words="Show earlier replies"
          busyWords={FETCHING}
        />
      )}
      {replies.map(sheetOf)}
      {thread.pending.map((reply) => (
        <UnsentReply
          key={reply.localId}
          reply={reply}
          writer={writerOf(conversation, viewerId)}
          now={now}
        />
      ))}
    </section>
  );
}

const isAnswer = ({ kind }: Message): boolean => kind !== 'QUESTION';

/** Whether the question is folded: under an answer, and for its author once something has come of it. */
export function isQuestionKnown(
  { status, senderId }: Conversation,
  letters: readonly Message[],
  viewerId: string,
): boolean {
  const isAnswered = letters.some(isAnswer);
  return isAnswered || (senderId === viewerId && status !== 'PENDING');
}

type UnsentReplyProps = {
  reply: PendingReply;
  writer: { name: string; imageUrl: string | null };
  now: Instant;
};

function UnsentReply({ reply, writer, now }: UnsentReplyProps) {
  const at = instant(reply.at);
  const failed = reply.state === 'failed';
  const isOnline = useOnline();
  return (
    <ScrolledTo>
      <Reply
        {...writer}
        own
        date={{ words: failed ? failedWords(reply) : recencyWords(at, now), dateTime: toIso(at) }}
        footer={
          failed ? (
            <div role="alert" className="grid gap-2">
              <p className="font-medium text-red-text">
                {reply.sentence ? failedBecause(REPLY_FAILED, reply.sentence) : REPLY_FAILED}
              </p>
              {reply.unconfirmed && (
                <p className="text-soft">
                  Your reply may have arrived. Trying again doesn’t send it twice.
                </p>
              )}
              <div className="flex flex-wrap gap-2">
                <Button
                  size="md"
                  variant="quiet"
                  icon={<RotateCw aria-hidden size={16} />}
                  onClick={() => void retryReply(reply)}
                >
                  Try again
                </Button>
                <Button
                  size="md"
                  variant="danger"
                  icon={<Trash2 aria-hidden size={16} />}
                  onClick={() => discardReply(reply.localId)}
                >
                  Discard
                </Button>
              </div>
            </div>
          ) : (
            <span role="status">
              {isOnline ? 'Sending...' : 'Will be sent when you’re back online'}
            </span>
          )
        }
      >
        <div className={failed ? undefined : 'opacity-60'}>
          <RichText plain html={reply.body} />
        </div>
      </Reply>
    </ScrolledTo>
  );
}

const failedWords = ({ unconfirmed }: PendingReply) => (unconfirmed ? 'Not confirmed' : 'Not sent');

function writerOf(conversation: Conversation, viewerId: string) {
  return conversation.senderId === viewerId
    ? { name: conversation.senderName, imageUrl: conversation.senderAvatarUrl }
    : { name: conversation.recipientName, imageUrl: conversation.recipientAvatarUrl };
}
