import type { ReactNode } from 'react';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import type { Instant } from '#shared/time.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { chatAction } from '../../contacts/chat-action.tsx';
import { blockedNote, blockedPartner } from '../blocked-partner.ts';
import { BelowClaim } from '../claims/BelowClaim.tsx';
import type { Conversation } from '../conversation.ts';
import { recipientBanner, senderBanner } from '../statuses/status-words.ts';
import { AfterAnswer } from './AfterAnswer.tsx';
import { StateStrip } from './StateStrip.tsx';
import type { ThanksReceivedProps } from './ThanksReceived.tsx';
import { Thread } from './Thread.tsx';
import { ThreadHeading } from './ThreadHeading.tsx';
import type { ThreadQuery } from './use-thread.ts';

/*
 * A letter as either side reads it: the subject with one line, the letter with what followed it, and then its state. Only a claim,
 * and help for somebody who may be in danger, stand before the letter. With room for three panes a sender has the thanks, the state and what
 * comes next beside it.
 */

/** Its space is reserved, so that nothing below moves when it loads. */
const ThanksReceived = lazyPart<ThanksReceivedProps>(
  async () => (await import('./ThanksReceived.tsx')).ThanksReceived,
  () => <div className="min-h-18" />,
);

export type ThreadViewProps = {
  /** As of `now`. */
  conversation: Conversation;
  side: Side;
  thread: ThreadQuery;
  viewerId: string;
  now: Instant;
  /** Whether a claim is replied to in the pane at the right. */
  isClaimed?: boolean;
  /** Whether the pane at the right has the viewer's own letter, the thanks and the state. */
  hasAbout?: boolean;
  /** After the state. */
  children?: ReactNode;
};

export function ThreadView({ children, isClaimed, hasAbout, ...props }: ThreadViewProps) {
  const { conversation, side, thread, viewerId, now } = props;
  const banner = side === 'sender' ? senderBanner(conversation) : recipientBanner(conversation);
  const strip = (
    <StateStrip
      conversation={conversation}
      side={side}
      banner={banner}
      now={now}
      action={banner.helpLines ? undefined : chatAction(conversation, side)}
    />
  );
  const isBlocked = blockedPartner(conversation, side, conversation.status) !== undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="-mb-5">
        <ThreadHeading conversation={conversation} side={side} now={now} />
      </div>
      {banner.helpLines && strip}
      {side === 'recipient' && conversation.thanks && (
        <ThanksReceived conversation={conversation} now={now} />
      )}
      <BelowClaim conversation={conversation} side={side} now={now} isDated={isClaimed}>
        <Thread
          conversation={conversation}
          thread={thread}
          viewerId={viewerId}
          now={now}
          isClaimed={isClaimed}
          hasLetterBeside={hasAbout}
          afterAnswer={
            !hasAbout && <AfterAnswer conversation={conversation} side={side} now={now} />
          }
        />
        {isBlocked && <p className="text-soft">{blockedNote(conversation, side)}</p>}
        {!banner.helpLines && !hasAbout && strip}
        {children}
      </BelowClaim>
    </div>
  );
}
