import { toIso } from '#shared/time.ts';
import { useNow } from '#web/api/use-now.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { recencyWords } from '#web/shell/dates.ts';
import { RichText } from '#web/ui/RichText.tsx';
import { Reply } from '../../thread/Reply.tsx';
import { useThread } from '../../thread/use-thread.ts';

/* The recipient's clarifying question, above the form for the reply. */
export function QuotedClarification({ orderId }: { orderId: string }) {
  const now = useNow();
  const thread = useThread(orderId, 'sender', useViewerId());
  const question = thread.data?.find(({ kind }) => kind === 'CLARIFICATION');
  if (!question) return null;
  const { senderName, senderAvatar, dateTimeSent, body } = question;
  return (
    <Reply
      name={senderName}
      imageUrl={senderAvatar}
      own={false}
      date={{ words: recencyWords(dateTimeSent, now), dateTime: toIso(dateTimeSent) }}
    >
      <RichText plain html={body} />
    </Reply>
  );
}
