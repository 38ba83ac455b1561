import type { Side } from '#shared/rules/conversations/conversations.ts';
import type { Instant } from '#shared/time.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { PublicAnswerStripProps } from '../../public-answers/PublicAnswerStrip.tsx';
import type { Conversation } from '../conversation.ts';
import type { ThanksCardProps } from './ThanksCard.tsx';

/** Its space is reserved, so that nothing below moves when it loads. */
const ThanksCard = lazyPart<ThanksCardProps>(
  async () => (await import('./ThanksCard.tsx')).ThanksCard,
  () => <div className="min-h-18" />,
);
const PublicAnswerStrip = lazyPart<PublicAnswerStripProps>(
  async () => (await import('../../public-answers/PublicAnswerStrip.tsx')).PublicAnswerStrip,
  () => <div className="min-h-17.5" />,
);

export type AfterAnswerProps = {
  /** As of `now`. */
  conversation: Conversation;
  side: Side;
  now: Instant;
};

/** The thanks of the sender, and what is proposed or public of the answer. */
export function AfterAnswer({ conversation, side, now }: AfterAnswerProps) {
  const { id, thanks, thankUntil, publicAnswer } = conversation;
  return (
    <>
      {side === 'sender' && (thanks || thankUntil !== undefined) && (
        <ThanksCard key={id} conversation={conversation} now={now} />
      )}
      {publicAnswer && <PublicAnswerStrip conversation={conversation} side={side} now={now} />}
    </>
  );
}
