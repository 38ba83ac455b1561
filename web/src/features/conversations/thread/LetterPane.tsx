import type { Side } from '#shared/rules/conversations/conversations.ts';
import { useEntity } from '#web/api/queries.ts';
import { useNow } from '#web/api/use-now.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { LetterSkeleton } from '#web/ui/Skeletons.tsx';
import { asOfNow, type Conversation } from '../conversation.ts';
import { recipientBanner, senderBanner } from '../statuses/status-words.ts';
import { inboxThread, orderThread } from '../thread-queries.ts';
import { StateStrip } from './StateStrip.tsx';
import { Thread } from './Thread.tsx';
import { MetaLine, SUBJECT } from './ThreadHeading.tsx';
import { useMarkThreadRead } from './use-mark-read.ts';
import { useThread } from './use-thread.ts';

export type LetterPaneProps = { side: Side; id: string };

/* The letter beside a form about it: a landmark that scrolls by itself. The heading of the screen is that of the form. */
export function LetterPane({ side, id }: LetterPaneProps) {
  const { conversation } = side === 'sender' ? orderThread(id) : inboxThread(id);
  const { data, error } = useEntity(conversation);
  // The form's own screen says what failed, and offers to try again.
  if (!data && error) return null;
  return (
    <aside aria-label="The letter" className="letter-pane px-5 pt-13 pb-8">
      {data ? <ShownLetter side={side} conversation={data} /> : <LetterSkeleton />}
    </aside>
  );
}

function ShownLetter({ side, conversation: known }: { side: Side; conversation: Conversation }) {
  const viewerId = useViewerId();
  const now = useNow();
  const conversation = asOfNow(known, now);
  const thread = useThread(known.id, side, viewerId);
  useMarkThreadRead(side, known.id, thread.data, viewerId);
  const banner = side === 'sender' ? senderBanner(conversation) : recipientBanner(conversation);
  return (
    <div className="mx-auto grid max-w-150 gap-5">
      <header className="-mb-3">
        <h2 dir="auto" className={SUBJECT}>
          {conversation.subject}
        </h2>
        <MetaLine conversation={conversation} side={side} now={now} />
      </header>
      <Thread conversation={conversation} thread={thread} viewerId={viewerId} now={now} />
      <StateStrip conversation={conversation} side={side} banner={banner} now={now} />
    </div>
  );
}
